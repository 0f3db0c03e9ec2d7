import { sql } from 'kysely'
import type { Tx } from './tx.ts'

/** The last month that was closed, `YYYY-MM`, null before the first; those before it are closed as well. */
export async function latestClosed(tx: Pick<Tx, 'query'>): Promise<string | null> {
  const [row] = await tx.query<{ month: string | null }>(
    sql`select to_char(max(month), 'YYYY-MM') as month from month_close`,
  )
  return row?.month ?? null
}

const monthOf = (day: string) => day.slice(0, 7)

/**
 * Answers of which closed month a day is, `YYYY-MM`; undefined of one that is open. Nothing is read where all of these days
 * are of this month.
 */
export async function closedMonths(
  tx: Pick<Tx, 'query' | 'today'>,
  days: readonly (string | undefined)[],
): Promise<(day: string | undefined) => string | undefined> {
  const isEarlier = (day: string | undefined) => day !== undefined && monthOf(day) < monthOf(tx.today)
  const latest = days.some(isEarlier) ? await latestClosed(tx) : null
  return (day) => (day !== undefined && latest !== null && monthOf(day) <= latest ? monthOf(day) : undefined)
}
