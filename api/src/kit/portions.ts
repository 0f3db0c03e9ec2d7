import { randomUUID } from 'node:crypto'
import { CamelCasePlugin, type Compilable, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'

const rowsInPortion = 500

/**
 * The rows of a query some hundreds at a time, through a cursor of the database: neither side ever holds more. `Tx` has
 * it as `tx.portions`.
 */
export async function* portionsOf<Row>(
  db: Transaction<unknown>,
  query: Compilable<Row> | RawBuilder<Row>,
): AsyncGenerator<Row[]> {
  const cursor = sql.raw(`portions_${randomUUID().replaceAll('-', '')}`)
  // All rows will be wanted, not the first tenth of them.
  await sql`select set_config('cursor_tuple_fraction', '1', true)`.execute(db)
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db)
  const fetch = sql<Record<string, unknown>>`fetch ${sql.lit(rowsInPortion)} from ${cursor}`
  let asNamed: ((row: Record<string, unknown>) => Row) | undefined
  for (;;) {
    const { rows } = await fetch.execute(db.withoutPlugins())
    asNamed ??= namedAs<Row>(rows[0])
    const portion = rows.map(asNamed)
    // What waited for them is kept alive by what came before it, until the next great collection: not the rows, too.
    rows.length = 0
    if (portion.length > 0) yield portion
    if (portion.length < rowsInPortion) break
  }
  await sql`close ${cursor}`.execute(db)
}

/** Gives columns the names they have in our code, as the plugin does for every other query. */
class Names extends CamelCasePlugin {
  of = (column: string) => this.camelCase(column)
}
const names = new Names()

/** Names the columns of rows like this one: all rows of a cursor have the same, which are looked at once. */
function namedAs<Row>(first: Record<string, unknown> = {}): (row: Record<string, unknown>) => Row {
  const columns = Object.keys(first).map((column) => [column, names.of(column)] as const)
  // A copy of what has all its fields is made at once, not field by field.
  const blank = Object.fromEntries(columns.map(([, name]) => [name, null]))
  return (row) => {
    const named: Record<string, unknown> = { ...blank }
    for (const [column, name] of columns) named[name] = row[column]
    return named as Row
  }
}

/** How long one statement of this transaction may take, in milliseconds. */
export const limitStatements = async (db: Transaction<unknown>, milliseconds: number): Promise<void> =>
  void (await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(db))

/** The process of the database that serves this transaction. */
export async function backendOf(db: Transaction<unknown>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}

/** Ends the statement a process of the database is at; one that is at none goes on. */
export const stopBackend = async (db: Kysely<unknown>, backend: number): Promise<void> =>
  void (await sql`select pg_cancel_backend(${backend})`.execute(db))
