import { randomUUID } from 'node:crypto'
import { type Compilable, type RawBuilder, sql, type Transaction } from 'kysely'
import { shapeOf } from './row-shape.ts'
import type { Schema } from './schema.ts'

const rowsInPortion = 200

/** The rows of a query a few hundred at a time through a database cursor: neither side ever holds more. Used as `tx.portions`. */
export async function* portionsOf<Row>(
  db: Transaction<Schema>,
  query: Compilable<Row> | RawBuilder<Row>,
): AsyncGenerator<Row[]> {
  const cursor = sql.raw(`portions_${randomUUID().replaceAll('-', '')}`)
  // All rows are wanted. With the default 0.1 the planner prefers a fast first row; with exactly 1 it would compute dear
  // expressions for all rows before sorting, and the first row would come last.
  await sql`select set_config('cursor_tuple_fraction', '0.99', true)`.execute(db)
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db)
  const plain = db.withoutPlugins()
  const fetch = sql<Record<string, unknown>>`fetch ${sql.lit(rowsInPortion)} from ${cursor}`.compile(plain)
  let shape: ((row: Record<string, unknown>) => Row) | undefined
  for (;;) {
    const { rows } = await plain.executeQuery(fetch)
    shape ??= shapeOf<Row>(rows[0])
    const portion = rows.map(shape)
    // Awaiting consumers are kept alive by earlier promises until the next major garbage collection; the rows must not be.
    rows.length = 0
    if (portion.length > 0) yield portion
    if (portion.length < rowsInPortion) break
  }
  await sql`close ${cursor}`.execute(db)
}

/** Limits a statement of this transaction, in milliseconds. */
export const limitStatements = async (db: Transaction<Schema>, milliseconds: number): Promise<void> =>
  void (await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(db))

/** The id of the database process that serves this transaction. */
export async function backendOf(db: Transaction<Schema>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}
