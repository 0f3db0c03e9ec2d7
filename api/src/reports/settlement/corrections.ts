/**
 * Closed months keep what the statements of coaches said (`month_settlement`). What changes in them later is paid with the month
 * that is closed next: the difference between what they are now and all that statements said of them so far.
 */
import type { Correction } from '@academy/contract/monthend/month-end.ts'
import { daysOf, monthsLater } from '@academy/contract/reports/month.ts'
import { sql } from 'kysely'
import { latestClosed, type Tx } from '../../platform/data/index.ts'
import { filteredBy } from '../scope.ts'
import { asRM, seesPay, taughtDays } from './taught.ts'

/** So many closed months are looked at. */
const monthsBack = 12

/** A coach's figures of a month; the amount in sen. */
export interface Settled {
  coach: string
  month: string
  classes: number
  heads: number
  credits: number
  amount: number
}

const sums = sql`count(*) filter (where taught_day.is_held)::int as classes, coalesce(sum(taught_day.heads), 0)::int as heads,
  coalesce(sum(taught_day.credits), 0)::int as credits, coalesce(sum(taught_day.earned), 0)::float8 as amount`

/** What each coach brought in a month, of those who held a class. */
export const settledIn = (tx: Tx, month: string): Promise<Settled[]> =>
  tx.query<Settled>(sql`with ${taughtDays(tx, daysOf(month))}
    select taught_day.coach, ${month}::text as month, ${sums} from taught_day
    group by taught_day.coach having bool_or(taught_day.is_held) order by taught_day.coach`)

/** What closed months differ by now from what statements said of them, where there is something to pay or to take back. */
async function openDifferences(tx: Tx, latest: string, coach?: readonly string[]) {
  const [kept] = await tx.query<{ first: string | null }>(
    sql`select to_char(min(month), 'YYYY-MM') as first from month_close where month >= ${daysOf(monthsLater(latest, 1 - monthsBack)).startDate}`,
  )
  const [{ startDate }, { endDate }] = [daysOf(kept?.first ?? latest), daysOf(latest)]
  return sql`
    with ${taughtDays(tx, { startDate, endDate, coach })},
    by_now as (
      select taught_day.coach, date_trunc('month', taught_day.date)::date as month, ${sums} from taught_day group by 1, 2),
    stated as (
      select coach, month, sum(classes) as classes, sum(heads) as heads, sum(credits) as credits, sum(amount) as amount
      from month_settlement where month between ${startDate}::date and ${endDate}::date
        and ${filteredBy('coach', coach)} and ${seesPay(tx, 'month_settlement.coach')} group by coach, month),
    difference as (
      select coalesce(by_now.coach, stated.coach) as coach, coalesce(by_now.month, stated.month) as month,
        coalesce(by_now.classes, 0) - coalesce(stated.classes, 0) as classes,
        coalesce(by_now.heads, 0) - coalesce(stated.heads, 0) as heads,
        coalesce(by_now.credits, 0) - coalesce(stated.credits, 0) as credits,
        coalesce(by_now.amount, 0) - coalesce(stated.amount, 0) as amount
      from by_now full join stated on stated.coach = by_now.coach and stated.month = by_now.month)
    select difference.* from difference join month_close on month_close.month = difference.month
    where difference.amount <> 0`
}

/** What was carried into a month when it was closed. */
const carriedInto = (tx: Tx, month: string, coach?: readonly string[]) => sql`
  select month_settlement.coach, month_settlement.month, month_settlement.classes, month_settlement.heads,
    month_settlement.credits, month_settlement.amount
  from month_settlement join month_close on month_close.id = month_settlement.close
  where month_close.month = ${`${month}-01`}::date and month_settlement.month <> month_close.month
    and ${filteredBy('month_settlement.coach', coach)} and ${seesPay(tx, 'month_settlement.coach')}`

/**
 * The corrections that are paid with a month: of a closed one those it was closed with, of the one to be closed next those
 * there are by now, of any other none. They are of the whole academy, so whoever is in charge of some centres only sees none.
 */
export async function correctionsIn(tx: Tx, month: string, coach?: readonly string[]): Promise<Correction[]> {
  const latest = await latestClosed(tx)
  if (latest === null || tx.by.centres !== null || month > monthsLater(latest, 1)) return []
  const found = month > latest ? await openDifferences(tx, latest, coach) : carriedInto(tx, month, coach)
  return tx.query<Correction>(sql`
    select json_build_object('_id', coach.id, 'name', coach.name) as coach, to_char(found.month, 'YYYY-MM') as month,
      found.classes::float8 as classes, found.heads::float8 as heads, found.credits::float8 as credits,
      ${asRM(sql`found.amount`)} as amount
    from (${found}) as found join coach on coach.id = found.coach
    order by lower(coach.name), coach.id, found.month`)
}

/** What these coaches were told of a closed month, corrections included, in sen; none while it is open. */
export async function statedAmounts(tx: Tx, month: string, coaches: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ coach: string; amount: number }>(sql`
    select coach.id as coach, coalesce(sum(month_settlement.amount), 0)::float8 as amount
    from month_close cross join coach
    left join month_settlement on month_settlement.close = month_close.id and month_settlement.coach = coach.id
    where month_close.month = ${`${month}-01`}::date and coach.id = any(${[...coaches]}::uuid[])
    group by coach.id`)
  return new Map(rows.map(({ coach, amount }) => [coach, amount]))
}
