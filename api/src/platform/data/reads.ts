import {
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  QueryCreator,
  type QueryExecutor,
  type RawBuilder,
  sql,
} from 'kysely'
import { shaped } from './row-shape.ts'
import type { Schema } from './schema.ts'

export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'fn'>

/** Queries that cannot change the database. */
export interface Reads {
  read(): Reader
  /** A query in SQL: starts with select or with. A column `member.name` becomes the `name` of `member`. */
  query<Row>(statement: RawBuilder<Row>): Promise<Row[]>
  /** A query that is compiled already. */
  ask<Row>(compiled: CompiledQuery<Row>): Promise<Row[]>
}

export const plannedOnceMark = '/* planned once */'

/**
 * Ends a read that every call makes, by a unique key: a connection plans it once instead of each time. Other reads are
 * planned for the values they are given.
 */
export const plannedOnce = sql.raw(plannedOnceMark)

export const behindCommitMark = '/* behind the commit */'

/**
 * Ends a statement that is sent when its transaction is committed, with the commit and outside of it. After a rollback it is
 * not sent, and never answered.
 */
export const behindCommit = sql.raw(behindCommitMark)

/**
 * An id in a read that is planned once, kept from the planner. For the id itself it expects a few rows less than for any,
 * takes the plan for a little cheaper than the general one, and would make it anew for every call, which can take longer
 * than running it.
 */
export const unseen = (id: string) => sql<string>`(select ${id}::uuid)`
/** The same for any of several ids, of which it expects ten in general. */
export const unseenAny = (ids: readonly string[]) => sql<string>`any((select ${ids}::uuid[])::uuid[])`

/**
 * Wraps a statement in a select: PostgreSQL then refuses anything in it that changes rows or creates a table. Row locks
 * stay possible, which a READ ONLY transaction would refuse.
 */
const asRead = (statement: string) => `${readStart}${statement}\n) as answer`
const readStart = 'select * from ('

/** Whether a text is such a statement, or another that changes nothing. */
export const isRead = (text: unknown): boolean => typeof text === 'string' && text.startsWith(readStart)

/** A connection for reading only. `singleStatements` keeps a text from closing the select and adding a statement. */
const reading = (connection: DatabaseConnection): DatabaseConnection => ({
  executeQuery: (query, options) => connection.executeQuery({ ...query, sql: asRead(query.sql) }, options),
  streamQuery: (query, size, options) => connection.streamQuery({ ...query, sql: asRead(query.sql) }, size, options),
})

const readingExecutor = (executor: QueryExecutor): QueryExecutor =>
  executor.withConnectionProvider({
    provideConnection: (consumer, options) =>
      executor.provideConnection((connection) => consumer(reading(connection)), options),
  })

/** The read-only part of a handle that can write. */
export function readsOf(db: Kysely<Schema>): Reads {
  const executor = readingExecutor(db.getExecutor())
  const reader = Object.assign(new QueryCreator<Schema>({ executor }), { fn: db.fn })
  return {
    read: () => reader,
    ask: async (compiled) => (await executor.executeQuery(compiled)).rows,
    async query(statement) {
      const compiled = statement.compile(db)
      if (!/^\s*(select|with)\b/i.test(compiled.sql)) throw new Error('tx.query only reads; write through tx.change')
      return shaped((await executor.executeQuery(compiled)).rows)
    },
  }
}
