import { sql } from 'kysely'
import { isId } from '../data/ids.ts'
import { plannedOnce } from '../data/reads.ts'
import type { Tx } from '../data/tx.ts'

/**
 * The locks that a writing call holds until its commit: the documents its path names, or where it names none by id, the
 * path up to and including its first parameter. Sorted, so that two calls never deadlock.
 */
export function locksOf(path: string, params: Readonly<Record<string, string>>): string[] {
  const ids = Object.values(params).filter(isId)
  if (ids.length > 0) return [...new Set(ids.map((id) => id.toLowerCase()))].sort()
  const [, before, name = ''] = /^([^:]*):([^/]+)/.exec(path) ?? []
  return before === undefined ? [] : [`${before}${params[name] ?? ''}`]
}

/** Waits for concurrent calls on the same documents, before anything is read. */
export async function lockDocuments(tx: Tx, locks: readonly string[]): Promise<void> {
  if (locks.length > 0)
    await tx.query(
      sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${locks}::text[]) as name ${plannedOnce}`,
    )
}
