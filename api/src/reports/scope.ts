import { sql } from 'kysely'
import { memberMeant, type Tx } from '../platform/data/index.ts'
import { timezone } from '../platform/runtime/index.ts'

/** A condition: the column's centre is one the caller may see. What belongs to no centre is hidden from who is held to some. */
export const inCentresOf = (tx: Tx, column: string) =>
  tx.by.centres === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...tx.by.centres]}::uuid[])`

/** A condition that holds where nothing was asked for: the column is one of these ids. */
export const oneOf = (column: string, ids: readonly string[] | undefined) =>
  ids === undefined || ids.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`

/** A condition: the member is meant by this text, everybody without one. */
export const foundBy = (searchText: string | undefined) => memberMeant(searchText) ?? sql<boolean>`true`

/** An instant's business day, and its time of day in Malaysia. */
export const dayOf = (column: string) => sql<string>`(${sql.ref(column)} at time zone ${sql.lit(timezone)})::date`
export const timeOf = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${sql.lit(timezone)}, 'HH24:MI')`
