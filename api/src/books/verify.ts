import { sql } from 'kysely'
import type { Database, Reads } from '../platform/data/index.ts'
import { checks } from './checks/checks.ts'

/** What one check found: how many rows it checked, and the first one that is wrong. */
export interface Finding {
  name: string
  count: number
  note?: string
  fault?: { row: string; problem: string }
}

/** Runs every check; `signal` aborts between two checks. */
export async function findingsOf({ query }: Pick<Reads, 'query'>, signal?: AbortSignal): Promise<Finding[]> {
  await query(sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`)
  const findings: Finding[] = []
  for (const { name, count, fault, note } of checks) {
    signal?.throwIfAborted()
    const [counted] = await query(sql.raw<{ count: number }>(count))
    const [noted] = note ? await query(sql.raw<{ note: string }>(note)) : []
    const [first] = await query(sql.raw<{ row: string; problem: string }>(fault))
    findings.push({ name, count: counted?.count ?? 0, ...noted, ...(first ? { fault: first } : {}) })
  }
  return findings
}

/** Runs every check on one snapshot of the database; changes nothing. */
export const verify = (database: Database, signal?: AbortSignal): Promise<Finding[]> =>
  database.moment((reads) => findingsOf(reads, signal))
