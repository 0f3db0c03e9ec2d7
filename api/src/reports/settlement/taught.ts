/**
 * What coaches taught in a month and what it brings them. Every figure of a settlement is a sum of the days reckoned here:
 *
 * - A class is held once its attendance was taken; who teaches it is who it names, each for themselves at the own rate.
 *   Whoever is named in both roles is the main instructor.
 * - The rate of a day is the last one from that day or before, in the coach's role: of the course, else of all courses.
 * - Per head counts who was present, per class the class, a share the credit that was debited, at today's price of a credit,
 *   in a closed month at that of its close.
 *   A share is rounded to the sen, half a sen up, for each attendance; sums are sums of what was rounded.
 */
import type { CoachRole } from '@academy/contract/rates/rules.ts'
import { daysOf } from '@academy/contract/reports/month.ts'
import type { DateRange } from '@academy/contract/reports/report.ts'
import { type RawBuilder, sql } from 'kysely'
import { creditPriceSen, inCallersCentres, isOver, isUnmarked, type Tx } from '../../platform/data/index.ts'
import { filteredBy } from '../scope.ts'

export interface Taught extends DateRange {
  coach?: readonly string[] | undefined
  centre?: readonly string[] | undefined
  /** One class of it. */
  session?: string | undefined
}

/** A condition: the caller may see what this coach is paid. Who may not edit coaches sees the own. */
export const seesPay = ({ by }: Tx, coach: string) =>
  by.can('coach.edit')
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(coach)} = (select coach_related from staff_user where id = ${by.userId})`

/** The price of a credit by which a month is reckoned, in sen; the day is any of it. */
export const priceOn = (tx: Tx, day: RawBuilder<unknown>) => sql<number>`coalesce(
  (select month_close.credit_price from month_close where month_close.month = date_trunc('month', ${day})::date),
  ${creditPriceSen(tx)})`

/** Sen that an attendance of so many credits brings at the rate of its `priced` day. */
export const earnedBy = (credits: RawBuilder<unknown>, isOpen: RawBuilder<unknown>) => sql<number>`
  case priced.kind when 'head' then priced.amount
    when 'share' then case when ${isOpen} then 0
      else round(${credits}::numeric * priced.credit_price * priced.amount / 10000) end
    else 0 end`

/** Sen that the class itself brings. */
export const earnedOnce = sql<number>`case when priced.kind = 'class' and priced.is_held then priced.amount else 0 end`

/**
 * For `with`: `priced`, a row for each class and coach that was held or should have been marked, with its rate;
 * `taught_day`, the same with what was counted and earned. Money in sen.
 */
export const taughtDays = (tx: Tx, { startDate, endDate, coach, centre, session }: Taught) => sql`
  taught as (
    select class.id as class, class.course, class.date, class.starts, class.ends, class.is_attendance_taken as is_held,
      teacher.coach, teacher.is_main
    from class join course on course.id = class.course
    join class_instructor teacher on teacher.class = class.id and (teacher.is_main or not exists (
      select from class_instructor main
      where main.class = teacher.class and main.coach = teacher.coach and main.is_main))
    where class.date between ${startDate}::date and ${endDate}::date
      and ${filteredBy('class.id', session === undefined ? undefined : [session])}
      and ${filteredBy('teacher.coach', coach)} and ${seesPay(tx, 'teacher.coach')}
      and ${filteredBy('course.centre', centre)} and ${inCallersCentres(tx, 'course.centre')}
      and (class.is_attendance_taken or (${isUnmarked} and ${isOver(tx)}))),
  -- Materialized: else the rate is looked up for each line of who came.
  priced as materialized (
    select taught.*, rate.id as rate, rate.kind, rate.amount, ${priceOn(tx, sql`taught.date`)} as credit_price
    from taught left join lateral (
      select coach_rate.id, coach_rate.kind, coach_rate.amount from coach_rate
      where coach_rate.coach = taught.coach and coach_rate.is_main = taught.is_main
        and (coach_rate.course = taught.course or coach_rate.course is null) and coach_rate.since <= taught.date
      order by coach_rate.course is null, coach_rate.since desc limit 1) rate on true),
  came as (
    select attendance.class, attendance.credit_minus, attendance.outstanding, count(*) as heads
    from attendance
    where attendance.class_date between ${startDate}::date and ${endDate}::date and attendance.status = 'P'
      and attendance.class in (select class from taught)
    group by attendance.class, attendance.credit_minus, attendance.outstanding),
  taught_day as (
    select priced.*, coalesce(sum(came.heads), 0) as heads,
      coalesce(sum(came.heads * came.credit_minus) filter (where not came.outstanding), 0) as credits,
      coalesce(sum(came.heads * came.credit_minus) filter (where came.outstanding), 0) as owing,
      ${earnedOnce} + coalesce(sum(came.heads * ${earnedBy(sql`came.credit_minus`, sql`came.outstanding`)}), 0) as earned
    from priced left join came on came.class = priced.class
    group by priced.class, priced.course, priced.date, priced.starts, priced.ends, priced.is_held, priced.coach,
      priced.is_main, priced.rate, priced.kind, priced.amount, priced.credit_price)`

const whole = (sum: RawBuilder<unknown>) => sql`coalesce(${sum}, 0)::float8`
/** Sen as RM with two decimals. */
export const asRM = (sum: RawBuilder<unknown>) => sql<string>`(coalesce(${sum}, 0) / 100.0)::numeric(16, 2)::text`

/** The sums of days as a settlement tells them. */
export const taughtSums = sql`
  ${whole(sql`count(*) filter (where taught_day.is_held)`)} as classes, ${whole(sql`sum(taught_day.heads)`)} as heads,
  ${whole(sql`sum(taught_day.credits)`)} as credits, ${whole(sql`sum(taught_day.owing)`)} as owing,
  ${whole(sql`count(*) filter (where not taught_day.is_held)`)} as unmarked,
  ${whole(sql`count(*) filter (where taught_day.is_held and taught_day.rate is null)`)} as unpriced,
  ${asRM(sql`sum(taught_day.earned)`)} as amount`

/** What is missing in them, each class and case once, whoever teaches it. */
export const missingOnce = sql`json_build_object(
  'unmarked', count(distinct taught_day.class) filter (where not taught_day.is_held),
  'unpriced', count(distinct taught_day.class) filter (where taught_day.is_held and taught_day.rate is null),
  'owing', (select coalesce(sum(came.heads * came.credit_minus), 0) from came where came.outstanding))`

/** How many classes of a month were held that no rate is set for, each once; none where no coach is paid by rates. */
export async function unpricedIn(tx: Tx, month: string): Promise<number> {
  const [row] = await tx.query<{ unpriced: number }>(sql`with ${taughtDays(tx, daysOf(month))}
    select count(distinct taught_day.class)::int as unpriced from taught_day
    where taught_day.is_held and taught_day.rate is null and exists (select from coach_rate)`)
  return row?.unpriced ?? 0
}

/** `{ kind, amount }` of these columns, null without a rate. */
export const rateAs = (table: string, amount = 'amount') => {
  const kind = sql.ref(`${table}.kind`)
  return sql`case when ${kind} is not null
    then json_build_object('kind', ${kind}, 'amount', ${asRM(sql.ref(`${table}.${amount}`))}) end`
}

export const roleOf = (day: string) =>
  sql<CoachRole>`case when ${sql.ref(`${day}.is_main`)} then 'main' else 'assistant' end`
