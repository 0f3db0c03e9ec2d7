import { type Insertable, type Kysely, sql } from 'kysely'
import { plannedOnce } from './reads.ts'
import { columnOf } from './row-shape.ts'
import type { Schema } from './schema.ts'

/**
 * Inserts rows, in their order, that are all sent as one value: the text is the same for any number of them, and a
 * connection plans it once. All have the columns of the first.
 */
export function insertAll<Table extends keyof Schema & string>(
  on: Kysely<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
) {
  const columns = Object.keys(rows[0] ?? {}).map((name) => ({ name, column: columnOf(name) }))
  const sent = rows.map((row) =>
    Object.fromEntries(columns.map(({ name, column }) => [column, Reflect.get(row, name)])),
  )
  const names = columns.map(({ column }) => sql.ref(column))
  return on
    .insertInto(table)
    .columns(columns.map(({ name }) => name as keyof Schema[Table] & string))
    .expression(
      sql`select ${sql.join(names)} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(sent)}::json)`,
    )
    .modifyEnd(plannedOnce)
}
