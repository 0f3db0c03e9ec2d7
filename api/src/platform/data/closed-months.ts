import { sql } from 'kysely'
import type { Tx } from './tx.ts'

/** The last month that was closed, `YYYY-MM`, null before the first; those before it are closed as well. */
export async function latestClosed(tx: Pick<Tx, 'query'>): Promise<string | null> {
  const [row] = await tx.query<{ month: string | null }>(
    sql`select to_char(max(month), 'YYYY-MM') as month from month_close`,
  )
  return row?.month ?? null
}

/** The closed month of a day, `YYYY-MM`; undefined while it is open. Days of this month are not asked about. */
export async function closedMonthOf(tx: Pick<Tx, 'query' | 'today'>, day: string): Promise<string | undefined> {
  const month = day.slice(0, 7)
  if (month >= tx.today.slice(0, 7)) return undefined
  const latest = await latestClosed(tx)
  return latest !== null && month <= latest ? month : undefined
}
