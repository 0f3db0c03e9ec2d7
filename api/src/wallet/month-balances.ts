/** What wallets held when months began, kept beside the ledger for reports of earlier months. */
import { addMonths } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { type Changes, unrecorded, unrecordedAtLength } from '../platform/data/unrecorded.ts'
import { businessDate, type Portal, startOfDay } from '../platform/runtime/index.ts'

/** Longer than a transaction is open that wrote an entry before the month was noted. */
const settled = '10 minutes'

const startOfMonth = (date: string) => `${date.slice(0, 7)}-01`

/** The months between the first entry's and this one; reports of this month reckon back from today. */
async function earlierMonths({ database, clock }: Portal): Promise<string[]> {
  const [first] = await database.query<{ at: string | null }>(sql`select min(at) as at from wallet_entry`)
  if (!first?.at) return []
  const months: string[] = []
  const current = startOfMonth(businessDate(clock.now()))
  for (
    let month = addMonths(startOfMonth(businessDate(new Date(first.at))), 1);
    month < current;
    month = addMonths(month, 1)
  )
    months.push(month)
  return months
}

/** From the balances of the last month that is kept before it, and the entries since. */
const fill = (database: Changes, month: string) =>
  database
    .insertInto('monthBalance')
    .columns(['month', 'member', 'balance'])
    .expression(sql`
      with before as (
        select month, at from month_start where is_kept and month < ${month} order by month desc limit 1),
      moved as (
        select member, balance as credit from month_balance where month = (select month from before)
        union all
        select member, credit from wallet_entry
        where at >= coalesce((select at from before), '-infinity') and at < ${startOfDay(month)})
      select month_start.month, moved.member, sum(moved.credit)
      from moved cross join month_start where month_start.month = ${month}
      group by month_start.month, moved.member having sum(moved.credit) <> 0`)
    .onConflict((there) => there.doNothing())
    .execute()

/** Notes the months that are missing and computes those that were noted long enough ago. Resolves with what was done. */
export async function keepMonths(portal: Portal, since = settled): Promise<string | undefined> {
  const { database } = portal
  const missing = (await earlierMonths(portal)).map((month) => ({ month, at: startOfDay(month) }))
  if (missing.length > 0)
    await unrecorded(database)
      .insertInto('monthStart')
      .values(missing)
      .onConflict((there) => there.doNothing())
      .execute()
  const due = await database.query<{ month: string }>(
    sql`select month from month_start where not is_kept and noted_at <= now() - ${since}::interval order by month`,
  )
  for (const { month } of due) {
    await unrecordedAtLength(database, async (db) => {
      await fill(db, month)
      await db.updateTable('monthStart').set({ isKept: true }).where('month', '=', month).execute()
    })
  }
  return due.length > 0 ? `${due.length} ${due.length === 1 ? 'month' : 'months'}` : undefined
}

/** Computes all of them anew. */
export async function rebuildMonths(portal: Portal): Promise<string> {
  await unrecorded(portal.database).deleteFrom('monthStart').execute()
  return (await keepMonths(portal, '0 seconds')) ?? 'no month'
}
