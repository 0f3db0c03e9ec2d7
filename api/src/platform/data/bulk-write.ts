import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import { plannedOnce } from './reads.ts'
import { columnOf } from './row-shape.ts'
import type { Schema } from './schema.ts'

/** Rows as one value, so that a statement's text is the same for any number of them; all have the columns of the first. */
function recordset(table: string, rows: readonly object[]) {
  const columns = Object.keys(rows[0] ?? {}).map((name) => ({ name, column: columnOf(name) }))
  const sent = rows.map((row) =>
    Object.fromEntries(columns.map(({ name, column }) => [column, Reflect.get(row, name)])),
  )
  return { columns, rows: sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(sent)}::json)` }
}

/** Inserts rows, in their order, by a statement that a connection plans once. All have the columns of the first. */
export function insertAll<Table extends keyof Schema & string>(
  on: Kysely<Schema>,
  table: Table,
  rows: readonly Insertable<Schema[Table]>[],
) {
  const sent = recordset(table, rows)
  const names = sent.columns.map(({ column }) => sql.ref(column))
  return on
    .insertInto(table)
    .columns(sent.columns.map(({ name }) => name as keyof Schema[Table] & string))
    .expression(sql`select ${sql.join(names)} from ${sent.rows}`)
    .modifyEnd(plannedOnce)
}

/** Sets the columns of the first row in each row that its `id` names, by one statement. */
export function updateAll<Table extends keyof Schema & string>(
  table: Table,
  rows: readonly (Updateable<Schema[Table]> & { id: string })[],
) {
  const sent = recordset(table, rows)
  const set = sent.columns
    .filter(({ name }) => name !== 'id')
    .map(({ column }) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`)
  return sql`update ${sql.table(table)} set ${sql.join(set)} from ${sent.rows} as given
    where ${sql.ref(`${table}.id`)} = given.id ${plannedOnce}`
}
