/** The end of the trail, noted each night where a change of the database does not reach. */
import { existsSync } from 'node:fs'
import { appendFile, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { academyOf, mailsGoOut, type Reads } from '../platform/data/index.ts'
import { folderFor, type Portal } from '../platform/runtime/index.ts'
import type { Finding } from './checks/check.ts'

const anchor = z.object({
  at: z.string(),
  position: z.number().int(),
  hash: z.string(),
  /** Rows of the ledger and users at that moment. */
  entries: z.number().int(),
  users: z.number().int(),
})

export type Anchor = z.output<typeof anchor> | { unreadable: string }

function parsed(line: string, index: number): Anchor {
  try {
    return anchor.parse(JSON.parse(line))
  } catch {
    return { unreadable: `line ${index + 1} of the anchors` }
  }
}

/** Every anchor in the file, the oldest first; none without a file. */
export async function readAnchors(file: string): Promise<Anchor[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new Error(`ANCHOR_FILE ${file} cannot be read: ${error.message}`, { cause: error })
  })
  return text.split('\n').flatMap((line, index) => (line === '' ? [] : parsed(line, index)))
}

/**
 * Throws for a file that takes no anchors: the proof of each night would fail, when nobody looks. Makes its folder where that is missing, and
 * answers whether it did.
 */
export async function readyAnchors(file: string): Promise<boolean> {
  const isMade = !existsSync(file) && folderFor('The folder of ANCHOR_FILE,', dirname(file))
  await readAnchors(file)
  // Made here, too, in a folder where it is not there yet.
  const opened = await open(file, 'a', 0o600).catch((error: Error) => {
    throw new Error(`ANCHOR_FILE ${file} cannot be written: ${error.message}`, { cause: error })
  })
  await opened.close()
  return isMade
}

const mailText = ({ at, position, hash, entries, users }: z.output<typeof anchor>) =>
  [
    `At ${at} the audit trail ended with record ${position}:`,
    '',
    hash,
    '',
    `The ledger had ${entries} entries, and there were ${users} users.`,
    'Keep this mail where the keepers of the database cannot reach it. If record and hash ever differ from',
    'what "npm run portal -- verify" finds, the trail was rewritten.',
  ].join('\n')

/** Notes the end of the trail in the file, and mails it to the address set. */
export async function dropAnchor(portal: Portal): Promise<void> {
  const { anchors } = portal.config
  const [end] = await portal.database.query<Omit<z.output<typeof anchor>, 'at'>>(
    sql`select position::float8 as position, encode(hash, 'hex') as hash,
      (select count(*)::int from wallet_entry) as entries, (select count(*)::int from staff_user) as users from audit_head`,
  )
  if (!end) return
  const noted = { at: portal.clock.now().toISOString(), ...end }
  await appendFile(anchors.file, `${JSON.stringify(noted)}\n`, { mode: 0o600, flush: true })
  if (!anchors.mail || !(await mailsGoOut(portal, portal.database))) return
  const { name: academy } = await academyOf(portal)
  const mail = { to: anchors.mail, subject: `${academy}: the end of the audit trail`, text: mailText(noted) }
  await portal.mailer.send(mail).catch((error: unknown) => portal.log.warn({ error }, 'an anchor was not mailed'))
}

const name = 'the audit trail holds at its anchors'

/** Whether every record that an anchor names is there with its hash: records removed from the end show. */
export async function anchored(query: Reads['query'], anchors: readonly Anchor[]): Promise<Finding> {
  const count = anchors.length
  if (count === 0) return { name, count, note: 'none yet' }
  const positions = anchors.flatMap((each) => ('position' in each ? [each.position] : []))
  const rows = await query<{ position: number; hash: string }>(
    sql`select position::float8 as position, encode(hash, 'hex') as hash from audit_record
      where position = any(${positions}::bigint[])`,
  )
  const hashes = new Map(rows.map(({ position, hash }) => [position, hash]))
  for (const each of anchors) {
    if ('unreadable' in each) return { name, count, fault: { row: each.unreadable, problem: 'it cannot be read' } }
    const { position, at } = each
    const hash = hashes.get(position)
    if (position === 0 || hash === each.hash) continue
    const problem = hash ? 'has another hash than' : 'is gone, and was there at'
    return { name, count, fault: { row: `audit record ${position}`, problem: `it ${problem} the anchor of ${at}` } }
  }
  return { name, count, note: `the last is of record ${positions.at(-1)}` }
}
