import { sql } from 'kysely'
import { startOfDay } from '../runtime/clock.ts'
import type { Tx } from './tx.ts'

/** The month before this one, `YYYY-MM`, of an academy that began before this one; else this one. */
export async function lastMonth(tx: Pick<Tx, 'query' | 'today'>): Promise<string> {
  const first = `${tx.today.slice(0, 7)}-01`
  const [begun] = await tx.query<{ before: string | null }>(sql`select case when
    exists (select from payment where created_at < ${startOfDay(first)})
    or exists (select from wallet_entry where at < ${startOfDay(first)})
    or exists (select from attendance where class_date < ${first}::date)
    then to_char(${first}::date - 1, 'YYYY-MM') end as before`)
  return begun?.before ?? tx.today.slice(0, 7)
}
