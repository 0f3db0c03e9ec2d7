import { randomUUID } from 'node:crypto'
import { type Compilable, type RawBuilder, sql, type Transaction } from 'kysely'
import { shapeOf } from './row-shape.ts'

const rowsInPortion = 200

/**
 * The rows of a query some hundreds at a time, through a cursor of the database: neither side ever holds more. `Tx` has
 * it as `tx.portions`.
 */
export async function* portionsOf<Row>(
  db: Transaction<unknown>,
  query: Compilable<Row> | RawBuilder<Row>,
): AsyncGenerator<Row[]> {
  const cursor = sql.raw(`portions_${randomUUID().replaceAll('-', '')}`)
  // All rows will be wanted, not the first tenth of them. Of 1 the planner would reckon what is dear of all rows before it
  // sorts them: the first would come when the last is ready.
  await sql`select set_config('cursor_tuple_fraction', '0.99', true)`.execute(db)
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db)
  const plain = db.withoutPlugins()
  const fetch = sql<Record<string, unknown>>`fetch ${sql.lit(rowsInPortion)} from ${cursor}`.compile(plain)
  let shape: ((row: Record<string, unknown>) => Row) | undefined
  for (;;) {
    const { rows } = await plain.executeQuery(fetch)
    shape ??= shapeOf<Row>(rows[0])
    const portion = rows.map(shape)
    // What waited for them is kept alive by what came before it, until the next great collection: not the rows, too.
    rows.length = 0
    if (portion.length > 0) yield portion
    if (portion.length < rowsInPortion) break
  }
  await sql`close ${cursor}`.execute(db)
}

/** How long one statement of this transaction may take, in milliseconds. */
export const limitStatements = async (db: Transaction<unknown>, milliseconds: number): Promise<void> =>
  void (await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(db))

/** The process of the database that serves this transaction. */
export async function backendOf(db: Transaction<unknown>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}
