import { sql } from 'kysely'
import { memberMeant, type Tx } from '../platform/data/index.ts'
import { timezone } from '../platform/runtime/index.ts'

/** A condition: the column is one of the ids that a filter chose; true where it chose none. */
export const filteredBy = (column: string, ids: readonly string[] | undefined) =>
  ids === undefined || ids.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`

/** A condition: the search text finds the member; true without a text. */
export const foundBy = ({ by }: Tx, searchText: string | undefined) => memberMeant(by, searchText) ?? sql<boolean>`true`

/** Of `attendance`: present, and not an open case, whose credit was not debited yet. */
export const isPaid = sql<boolean>`(attendance.status = 'P' and not attendance.outstanding)`

/** The credit of `attendance` that was debited. */
export const creditUsed = sql`coalesce(sum(attendance.credit_minus) filter (where ${isPaid}), 0)`

/** The time of day of an instant in a column, in Malaysia. */
export const timeOf = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${sql.lit(timezone)}, 'HH24:MI')`
