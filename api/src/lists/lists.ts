import { lists } from '@academy/contract/lists/lists.ts'
import { sql } from 'kysely'
import { plannedOnce, type Tx } from '../platform/data/index.ts'
import { conflict, invalid } from '../platform/http/index.ts'
import { type EntryRow, tableOf } from './tables.ts'

export type Values = Record<string, unknown>

/** What a module wants of a whole entry of its list, beyond the rules of the fields: refuses it or puts it in order. */
export type EntryRule = (tx: Tx, entry: Values, was: Values | undefined) => Values | Promise<Values>

/**
 * Checks a reference before it is stored: 400 at `path` when there is no such entry, 409 when it is disabled, unless it is
 * the one stored already (`was`). Null and undefined are fine. Locks the entry against being disabled or removed.
 */
export function checkReference(
  tx: Tx,
  resource: string,
  id: string | null | undefined,
  path: string,
  was?: string | null,
): Promise<void> {
  // Which a foreign key keeps from being removed.
  if (!id || id.toLowerCase() === was) return Promise.resolve()
  return checkReferences(tx, resource, [id], path)
}

/** The same for several ids of one list. */
export async function checkReferences(
  tx: Tx,
  resource: string,
  ids: readonly string[],
  path: string,
  was: readonly string[] = [],
): Promise<void> {
  const list = lists.find((each) => each.name === resource)
  if (!list) throw new Error(`There is no list ${resource}`)
  if (ids.length === 0) return
  const rows = await tx.query<EntryRow>(
    sql`select id, is_disable, ${sql.ref(list.label)}::text as label from ${sql.table(tableOf(resource))}
      where id = any(${[...new Set(ids)]}::uuid[]) order by id for share ${plannedOnce}`,
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const id of ids) {
    const row = known.get(id.toLowerCase())
    if (!row) throw invalid([{ path, message: `This ${list.title} does not exist` }])
    if (row.isDisable && !was.includes(row.id))
      throw conflict(`${list.title} ${row.label} is disabled`, [{ path, message: `${row.label} is disabled` }])
  }
}
