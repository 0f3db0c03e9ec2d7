import { sql } from 'kysely'
import { timezone } from '../runtime/index.ts'

/** The business day of an instant in a column, as `YYYY-MM-DD`. */
export const businessDayOf = (column: string) =>
  sql<string>`(${sql.ref(column)} at time zone ${sql.lit(timezone)})::date`
