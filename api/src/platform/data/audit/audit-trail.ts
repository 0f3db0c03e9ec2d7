import { type Kysely, sql } from 'kysely'
import { randomly } from '../ids.ts'
import { behindCommit, plannedOnce } from '../reads.ts'
import type { Schema } from '../schema.ts'
import { type AuditEntry, type Change, changes } from './audit.ts'

/** A record as append_audit takes it, in the table's column names; its position and hashes are computed where it is written. */
export interface AuditRow {
  id: string
  at: string
  user_id: string | null
  username: string
  section: string
  doc_type: string
  doc_id: string | null
  action: string
  description: string
  change_from: Change[]
  change_to: Change[]
  request_id: string | null
  seal: string | null
  /** Random, so that nobody can find redacted values from the hash. */
  salt?: string
  /** The mark of the trail's key. */
  mac?: string
}

/** A record of the trail by its place and its hash. */
export interface TrailEnd {
  position: number
  hash: string
}

interface Circumstances {
  by: { userId: string | null; username: string }
  now: string
  newId(): string
}

export const longestDescription = 1000

/** Cuts at code points, so that no half character is stored. */
export const clip = (text: string, length: number) =>
  text.length <= length ? text.toWellFormed() : [...text.toWellFormed()].slice(0, length).join('')

export function auditRow(entry: AuditEntry, { by, now, newId }: Circumstances, requestId?: string): AuditRow {
  const { from, to } = changes(entry.from, entry.to, entry.masked)
  const person = entry.by ?? by
  return {
    id: newId(),
    at: now,
    user_id: person.userId,
    username: clip(person.username, 200),
    section: entry.section,
    doc_type: entry.docType,
    doc_id: entry.docId ?? null,
    action: entry.action,
    description: clip(entry.description, longestDescription),
    change_from: from,
    change_to: to,
    request_id: requestId ?? null,
    seal: entry.seal ?? null,
    salt: randomly(12).toString('base64url'),
  }
}

/** The channel on which each commit tells the types of the documents that it changed, joined with commas. */
export const changesChannel = 'academy_changes'

/**
 * Appends a transaction's records as its last act: the commit links them to the end of the trail, one transaction at a
 * time, and does not wait for the disk (see `flushWal`). The commit, and no rollback, also announces the types of the
 * documents that changed: a few names out of those in our code, far from the 8000 bytes that a message may have.
 */
export async function appendAudit(
  db: Kysely<Schema>,
  rows: readonly AuditRow[],
  changed: Iterable<string> = [],
): Promise<void> {
  if (rows.length === 0) return
  const types = [...changed].sort().join(',')
  await sql`select append_audit(${JSON.stringify(rows)}::jsonb), pg_notify(${changesChannel}, ${types}) ${plannedOnce}`.execute(
    db,
  )
}

/**
 * Asked at the end of a transaction: returns when it is committed and on disk, with all before it. The commit of an empty
 * message waits for that, and many share one write. Answers the end of the trail, which is on disk as well.
 */
export async function flushWal(db: Kysely<Schema>): Promise<TrailEnd> {
  const { rows } = await sql<{ position: string | null; hash: string | null }>`
    select position::text, encode(hash, 'hex') as hash, pg_logical_emit_message(true, 'academy', '')::text as message
    from (select) as one left join audit_head on true ${plannedOnce} ${behindCommit}`.execute(db)
  return { position: Number(rows[0]?.position ?? 0), hash: rows[0]?.hash ?? '' }
}
