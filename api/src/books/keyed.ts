import { sql } from 'kysely'
import { type AuditKey, contentOfRecord, type Reads, redactions } from '../platform/data/index.ts'
import type { Finding } from './checks/check.ts'

interface Marked {
  position: number
  id: string
  content: string
  mark: string | null
  /** The record that the mark vouches for as well. */
  before: number | null
  hash: string | null
}

const name = "audit records carry the mark of the portal's key"
const atOnce = 5000

/** A page of the records after a position. */
const records = (after: number) =>
  sql.raw<Marked>(`
  select r.position::float8 as position, r.id, ${contentOfRecord} as content, r.mac as mark, r.before::float8 as before,
    case when r.before = 0 then repeat('00', 32) else encode(earlier.hash, 'hex') end as hash
  from (
    select *, case when mac ~ '^[0-9a-f]{8}\\.[0-9]{1,18}\\.' then split_part(mac, '.', 2)::bigint end as before
    from audit_record where position > ${after} order by position limit ${atOnce}
  ) as r left join audit_record as earlier on earlier.position = r.before and r.before < r.position
  order by r.position`)

function problemOf(key: AuditKey, { content, mark, before, hash }: Marked): string | undefined {
  if (mark === null) return 'it bears no mark: it was written past the portal'
  const [keyId] = mark.split('.')
  if (keyId !== key.id) return `it was written with another key (${keyId}), this portal has ${key.id}`
  if (before === null || hash === null) return 'its mark names a record that is not there'
  if (!key.isMark(mark, content, { position: before, hash }))
    return `its mark does not fit: it or the trail up to record ${before} was rewritten`
  return undefined
}

/** Follows the marks that were made outside the database: a trail rewritten with all its hashes does not fit them. */
export async function keyed(query: Reads['query'], key: AuditKey | null, signal?: AbortSignal): Promise<Finding> {
  if (!key) return { name, count: 0, note: 'not checked: the key is not here' }
  const found = (count: number, row: string, problem: string) => ({ name, count, fault: { row, problem } })
  const { position: since, hash } = key.since
  const [first] = await query<{ hash: string }>(
    sql`select encode(hash, 'hex') as hash from audit_record where position = ${since}`,
  )
  if (since > 0 && first?.hash !== hash)
    return found(0, `audit record ${since}`, 'it is not the one after which this key began')
  // Their marks went with their words; the record that vouches for what they say now bears one.
  const redacted = new Set((await query(sql.raw<{ id: string }>(redactions))).map(({ id }) => id))
  let count = 0
  for (let position = since; ; ) {
    signal?.throwIfAborted()
    const page = await query(records(position))
    for (const record of page) {
      count++
      if (record.mark === null && redacted.has(record.id)) continue
      const problem = problemOf(key, record)
      if (problem) return found(count, `audit record ${record.position} (${record.id})`, problem)
    }
    const last = page.at(-1)
    if (!last || page.length < atOnce) break
    position = last.position
  }
  return { name, count, note: `key ${key.id}, after record ${since}` }
}
