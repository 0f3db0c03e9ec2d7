import { type DatabaseConnection, type Kysely, QueryCreator, type QueryExecutor, type RawBuilder } from 'kysely'
import { shaped } from './row-shape.ts'
import type { Schema } from './schema.ts'

export type Reader<Tables> = Pick<Kysely<Tables>, 'selectFrom' | 'fn'>

/** What may be asked of a database without ever changing it. */
export interface Reads {
  read<Tables = Schema>(): Reader<Tables>
  /** A query in SQL: it starts with select or with. A column `member.name` is the `name` of `member`. */
  query<Row>(statement: RawBuilder<Row>): Promise<Row[]>
}

/**
 * A statement as a part of one that selects: PostgreSQL then refuses whatever in it changes rows or makes a table. Row
 * locks stay possible, which a READ ONLY transaction would refuse.
 */
const asRead = (statement: string) => `select * from (${statement}\n) as answer`

/** The connection lent for reading only. `singleStatements` keeps a text from ending the select and going on. */
const reading = (connection: DatabaseConnection): DatabaseConnection => ({
  executeQuery: (query, options) => connection.executeQuery({ ...query, sql: asRead(query.sql) }, options),
  streamQuery: (query, size, options) => connection.streamQuery({ ...query, sql: asRead(query.sql) }, size, options),
})

const readingExecutor = (executor: QueryExecutor): QueryExecutor =>
  executor.withConnectionProvider({
    provideConnection: (consumer, options) =>
      executor.provideConnection((connection) => consumer(reading(connection)), options),
  })

/** The reads of a handle that could write. */
export function readsOf(db: Kysely<unknown>): Reads {
  const executor = readingExecutor(db.getExecutor())
  const reader = Object.assign(new QueryCreator<unknown>({ executor }), { fn: db.fn })
  return {
    read: <Tables = Schema>() => reader as unknown as Reader<Tables>,
    async query(statement) {
      const compiled = statement.compile(db)
      if (!/^\s*(select|with)\b/i.test(compiled.sql)) throw new Error('tx.query only reads; write through tx.change')
      return shaped((await executor.executeQuery(compiled)).rows)
    },
  }
}
