import { addDays } from '@academy/contract/courses/calendar.ts'
import type { MonthFigures } from '@academy/contract/dashboard/dashboard.ts'
import { addMonths } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { inCallersCentres, isDone, type Tx } from '../platform/data/index.ts'
import { endOfDay, startOfDay } from '../platform/runtime/index.ts'

const weeksShown = 8

interface Days {
  from: string
  to: string
}

/** This month up to today and the same days of the month before: of 31-12 and 31-10 all of a shorter November and September. */
export function monthToDate(today: string): { days: Days; base: Days } {
  const sameDay = addMonths(today, -1)
  return {
    days: { from: `${today.slice(0, 7)}-01`, to: today },
    base: { from: `${sameDay.slice(0, 7)}-01`, to: sameDay },
  }
}

/** Each figure is one statement over all ranges of days: both months, then the weeks. */
export async function monthFigures(tx: Tx): Promise<MonthFigures> {
  const { days, base } = monthToDate(tx.today)
  const weeks = Array.from({ length: weeksShown }, (_, back) => addDays(tx.today, -7 * back))
    .map((to) => ({ from: addDays(to, -6), to }))
    .toReversed()
  const ranges = [days, base, ...weeks]
  const came = await attendance(tx, ranges)
  return {
    days,
    base,
    collected: figure(await collected(tx, ranges)),
    attended: figure(came.map(({ attended }) => attended)),
    members: figure(came.map(({ members }) => members)),
    owed: figure(await owed(tx, ranges)),
  }
}

function figure<Value>(values: Value[]): { now: Value; base: Value; weeks: Value[] } {
  const [now, base, ...weeks] = values
  if (now === undefined || base === undefined) throw new Error('A figure needs both months')
  return { now, base, weeks }
}

/** RM by range, of the payments that the Coach Monthly Summary counts and of those without a coach. */
async function collected(tx: Tx, ranges: readonly Days[]): Promise<string[]> {
  const rows = await tx.query<{ amount: string }>(
    sql`select coalesce(sum(payment.amount), 0)::numeric(14, 2)::text as amount
      from ${instants(ranges)} left join payment on payment.date_time >= range.start and payment.date_time < range."end"
        and ${isDone}
      group by range.place order by range.place`,
  )
  return rows.map(({ amount }) => amount)
}

/** A column for each range. */
const column = (place: number) => sql.ref(`of_${place}`)

function attendance(tx: Tx, ranges: readonly Days[]) {
  const [first] = ranges.map(({ from }) => from).toSorted()
  const came = ranges.map(
    ({ from, to }, place) =>
      sql`count(*) filter (where attendance.class_date between ${from}::date and ${to}::date)::int as ${column(place)}`,
  )
  const attended = ranges.map((_, place) => sql`coalesce(sum(${column(place)}), 0)`)
  const members = ranges.map((_, place) => sql`count(*) filter (where ${column(place)} > 0)`)
  return tx.query<{ attended: number; members: number }>(
    // Each member is counted once before: to sort all who came took most of the time.
    sql`with came as (
        select attendance.member, ${sql.join(came)} from attendance left join course on course.id = attendance.course
        where attendance.class_date between ${first}::date and ${tx.today}::date and attendance.status = 'P'
          and ${inCallersCentres(tx, 'course.centre')}
        group by attendance.member),
      sums as (select array[${sql.join(attended)}] as attended, array[${sql.join(members)}] as members from came)
      select range.attended::int, range.members::int
      from sums, unnest(sums.attended, sums.members) with ordinality as range(attended, members, place)
      order by range.place`,
  )
}

/**
 * What the wallets that hold credit held, as Credits Owed counts it: a wallet below zero takes nothing off the others. Reckoned
 * backwards from what they hold now: no older entry is read, and each that is once for all ranges.
 */
async function owed(tx: Tx, ranges: readonly Days[]): Promise<number[]> {
  const ends = ranges.map(({ to }) => endOfDay(to))
  const [first] = ends.toSorted()
  // A wallet is one row with a column for each range: a row for each of both took ten times as long, since nobody knows beforehand
  // how many there are. What is `bigint` is added up as `numeric`, which took half of the rest.
  const moved = ends.map(
    (end, place) => sql`coalesce(sum(credit) filter (where at >= ${end}::timestamptz), 0)::int as ${column(place)}`,
  )
  const less = ends.map(
    (_, place) => sql`coalesce(sum(greatest(wallet.balance - ${column(place)}, 0) - greatest(wallet.balance, 0)), 0)`,
  )
  const rows = await tx.query<{ credit: number }>(
    sql`with later as materialized (
        select member, ${sql.join(moved)} from wallet_entry where at >= ${first}::timestamptz group by member),
      less as (select array[${sql.join(less)}] as credits from later join wallet on wallet.member = later.member),
      held as (select coalesce(sum(balance), 0) as credit from wallet where balance > 0)
      select (held.credit + at_end.credit)::float8 as credit
      from held, less, unnest(less.credits) with ordinality as at_end(credit, place) order by at_end.place`,
  )
  return rows.map(({ credit }) => credit)
}

/** `range`: the first instant of each range and the one after it, in the order given. */
const instants = (ranges: readonly Days[]) =>
  sql`unnest(${ranges.map(({ from }) => startOfDay(from))}::timestamptz[], ${ranges.map(({ to }) => endOfDay(to))}::timestamptz[])
    with ordinality as range(start, "end", place)`
