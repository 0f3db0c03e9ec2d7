import { randomUUID } from 'node:crypto'
import { type Compilable, type RawBuilder, sql, type Transaction } from 'kysely'

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
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsInPortion)} from ${cursor}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < rowsInPortion) break
  }
  await sql`close ${cursor}`.execute(db)
}

/** How long one statement of this transaction may take, in milliseconds. */
export const limitStatements = async (db: Transaction<unknown>, milliseconds: number): Promise<void> =>
  void (await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(db))
