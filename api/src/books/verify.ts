import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/data/index.ts'
import { checks } from './checks/checks.ts'

/** What one check found: how much it looked at, and the first row that is wrong. */
export interface Finding {
  name: string
  count: number
  note?: string
  fault?: { row: string; problem: string }
}

/** Asks the database everything that must hold, inside a transaction; `signal` breaks off between two checks. */
export async function findingsOf(db: Kysely<unknown>, signal?: AbortSignal): Promise<Finding[]> {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(db)
  const findings: Finding[] = []
  for (const { name, count, fault, note } of checks) {
    signal?.throwIfAborted()
    const counted = await sql.raw<{ count: number }>(count).execute(db)
    const noted = note && (await sql.raw<{ note: string }>(note).execute(db)).rows[0]
    const first = (await sql.raw<{ row: string; problem: string }>(fault).execute(db)).rows[0]
    findings.push({ name, count: counted.rows[0]?.count ?? 0, ...noted, ...(first ? { fault: first } : {}) })
  }
  return findings
}

/** Asks one moment of the database everything that must hold; changes nothing. */
export const verify = (database: Database, signal?: AbortSignal): Promise<Finding[]> =>
  database.handle
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((db) => findingsOf(db, signal))
