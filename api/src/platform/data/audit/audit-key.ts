/** The key of the audit trail. It lies beside the portal, never in the database: who can only write there cannot mark a record. */
import { createHash, createHmac, createSecretKey, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { folderFor } from '../../runtime/data-dir/folder.ts'
import type { AuditRow, TrailEnd } from './audit-trail.ts'

const stored = z.object({
  key: z.base64(),
  /** The last record when the key was made: only those after it carry its mark. */
  since: z.object({ position: z.number().int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
})

export interface AuditKey {
  /** Tells keys apart without telling the key. */
  id: string
  since: TrailEnd
  /** The records with their marks, each of which vouches for the trail up to the end last reached too. */
  marked(rows: readonly AuditRow[]): AuditRow[]
  /** Called with an end of the trail that is on disk. */
  reached(end: TrailEnd): void
  /** Whether the mark is that of a record with this content, `before` being the end it vouches for. */
  isMark(mark: string, content: string, before: TrailEnd): boolean
}

/** Changes as PostgreSQL prints its jsonb: shorter names first. */
const changesText = (changes: AuditRow['change_from']) =>
  `[${changes
    .map(({ item, type, field }) =>
      Object.entries({ item, type, field }).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`),
    )
    .map((parts) => `{${parts.join(', ')}}`)
    .join(', ')}]`

/** The same as `contentOfRecord` in SQL. */
function contentOf(row: AuditRow): string {
  const instant = `${new Date(row.at).toISOString().slice(0, -1)}000Z`
  const parts = [row.id, instant, row.user_id, row.username, row.section, row.doc_type, row.doc_id, row.action]
  const rest = [row.description, changesText(row.change_from), changesText(row.change_to), row.request_id]
  const text = `[${[...parts, ...rest].map((part) => JSON.stringify(part)).join(', ')}]`
  return hash('sha256', text, 'hex')
}

/** What a mark is made of, as a digest, of a row of audit_record named `r`. */
export const contentOfRecord = `encode(sha256(convert_to(json_build_array(r.id,
  to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), r.user_id, r.username, r.section, r.doc_type, r.doc_id,
  r.action, r.description, r.change_from::text, r.change_to::text, r.request_id)::text, 'UTF8')), 'hex')`

function keyOf(text: string, file: string): AuditKey {
  const parsed = stored.safeParse(safeJson(text))
  if (!parsed.success) throw new Error(`AUDIT_KEY_FILE ${file} is no key of an audit trail`)
  const { since } = parsed.data
  const key = Buffer.from(parsed.data.key, 'base64')
  const id = createHash('sha256').update(key).digest('hex').slice(0, 8)
  let end: TrailEnd = since
  // Made once: taking the bytes for a key costs six times as much as a mark.
  const secret = createSecretKey(key)
  const markOf = (content: string, before: TrailEnd) => {
    const mac = createHmac('sha256', secret)
      .update(`${before.position}\n${before.hash}\n${content}`)
      .digest('base64url')
    return `${id}.${before.position}.${mac}`
  }
  return {
    id,
    since,
    marked: (rows) => rows.map((row) => ({ ...row, mac: markOf(contentOf(row), end) })),
    reached(next) {
      if (next.position > end.position) end = next
    },
    isMark(mark, content, before) {
      const [given, right] = [Buffer.from(mark), Buffer.from(markOf(content, before))]
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The key in this file; null without one. */
export async function readAuditKey(file: string): Promise<AuditKey | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new Error(`AUDIT_KEY_FILE ${file} cannot be read: ${error.message}`, { cause: error })
  })
  return text === null ? null : keyOf(text, file)
}

/** The key in this file, made at the first start; of two starts at once the second takes the first one's. */
export async function openAuditKey(file: string, endOfTrail: () => Promise<TrailEnd>): Promise<AuditKey> {
  const existing = await readAuditKey(file)
  if (existing) return existing
  const text = JSON.stringify({ key: randomBytes(32).toString('base64'), since: await endOfTrail() })
  folderFor('The folder of AUDIT_KEY_FILE,', dirname(file))
  // On the disk before a record is marked with it.
  await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST')
      throw new Error(`AUDIT_KEY_FILE ${file} cannot be made: ${error.message}`, { cause: error })
  })
  return keyOf(await readFile(file, 'utf8'), file)
}
