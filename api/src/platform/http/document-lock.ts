import { sql } from 'kysely'
import { isId } from '../data/ids.ts'
import type { Tx } from '../data/tx.ts'

/**
 * What a call that changes something has to itself until its commit: the documents its path names, whatever the path,
 * or where it names none by id, the path up to and including its first parameter. In one order, so that two calls never
 * wait for each other in a circle.
 */
export function locksOf(path: string, params: Readonly<Record<string, string>>): string[] {
  const ids = Object.values(params).filter(isId)
  if (ids.length > 0) return [...new Set(ids.map((id) => id.toLowerCase()))].sort()
  const [, before, name = ''] = /^([^:]*):([^/]+)/.exec(path) ?? []
  return before === undefined ? [] : [`${before}${params[name] ?? ''}`]
}

/** Waits for those who change the same documents, before anything is read that is decided on. */
export async function lockDocuments(tx: Tx, locks: readonly string[]): Promise<void> {
  if (locks.length > 0)
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${locks}::text[]) as name`)
}
