import { sql } from 'kysely'
import type { AuditKey, Database, Reads } from '../platform/data/index.ts'
import { type Anchor, anchored } from './anchors.ts'
import type { Finding } from './checks/check.ts'
import { checks } from './checks/checks.ts'
import { keyed } from './keyed.ts'

export type { Finding }

/** What is kept outside the database and compared with it. */
export interface Evidence {
  key: AuditKey | null
  anchors: readonly Anchor[]
}

const none: Evidence = { key: null, anchors: [] }

/** Runs every check; `signal` aborts between two checks. */
export async function findingsOf(
  { query }: Pick<Reads, 'query'>,
  evidence = none,
  signal?: AbortSignal,
): Promise<Finding[]> {
  await query(sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`)
  const findings: Finding[] = []
  for (const { name, count, fault, note } of checks) {
    signal?.throwIfAborted()
    const [counted] = await query(sql.raw<{ count: number }>(count))
    const [noted] = note ? await query(sql.raw<{ note: string }>(note)) : []
    const [first] = await query(sql.raw<{ row: string; problem: string }>(fault))
    findings.push({ name, count: counted?.count ?? 0, ...noted, ...(first ? { fault: first } : {}) })
  }
  findings.push(await keyed(query, evidence.key, signal), await anchored(query, evidence.anchors))
  return findings
}

/** Runs every check on one snapshot of the database; changes nothing. */
export const verify = (database: Database, evidence = none, signal?: AbortSignal): Promise<Finding[]> =>
  database.moment((reads) => findingsOf(reads, evidence, signal))
