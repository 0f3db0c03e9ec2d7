import type { Correction } from '@academy/contract/monthend/month-end.ts'
import {
  coachSettlementReport,
  coachSettlementReportRoutes as routes,
} from '@academy/contract/reports/coach-settlement-report.ts'
import { daysOf, monthOf } from '@academy/contract/reports/month.ts'
import { sen } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { type FiltersOf, type RowOf, reportModule, type Totals } from '../output/report-module.ts'
import { entryAs } from '../people.ts'
import { correctionsIn } from './corrections.ts'
import { asRM, missingOnce, priceOn, rateAs, roleOf, taughtDays, taughtSums } from './taught.ts'

type Filters = FiltersOf<typeof routes>
type Row = RowOf<typeof coachSettlementReport>

const taughtIn = ({ month, startDate, coach, centre }: Filters) => ({
  ...daysOf(month ?? monthOf(startDate)),
  coach,
  centre,
})

/** For `with`: `correction`, a coach's sen of closed months that are paid with this one. */
const corrections = (given: readonly Correction[] = []) => sql`correction as (
    select coach, sum(amount) as amount
    from json_to_recordset(${JSON.stringify(given.map(({ coach, amount }) => ({ coach: coach._id, amount: sen(amount) })))}::json)
      as found(coach uuid, amount bigint)
    group by coach)`

/** What coaches are paid for a month, by name, with their classes under them. */
export const coachSettlementReportModule = reportModule(coachSettlementReport, routes, {
  paysSomebody: true,
  // They are of the whole academy.
  given: async (tx, filters: Filters) =>
    filters.centre ? [] : correctionsIn(tx, monthOf(taughtIn(filters).startDate), filters.coach),
  rows: (tx, filters: Filters, page, given) => sql<Row>`
    with ${taughtDays(tx, taughtIn(filters))}, ${corrections(given)},
    line as (
      select taught_day.coach, taught_day.course, taught_day.is_main, taught_day.kind, taught_day.amount as per,
        min(taught_day.date) as first, ${taughtSums}
      from taught_day
      group by taught_day.coach, taught_day.course, taught_day.is_main, taught_day.rate, taught_day.kind, taught_day.amount),
    paid as (
      select coalesce(taught_day.coach, correction.coach) as coach, ${taughtSums}, ${asRM(sql`min(correction.amount)`)} as corrections,
        ${asRM(sql`coalesce(sum(taught_day.earned), 0) + coalesce(min(correction.amount), 0)`)} as to_pay
      from taught_day full join correction on correction.coach = taught_day.coach group by 1)
    select paid.coach as id, ${entryAs('coach', 'name', 'name')} as coach,
      ${monthOf(taughtIn(filters).startDate)}::text as month, paid.classes, paid.heads, paid.credits, paid.owing, paid.unmarked,
      paid.unpriced, paid.amount, paid.corrections, paid.to_pay, (
        select coalesce(json_agg(json_build_object(
          'course', ${entryAs('course', 'name', 'name')}, 'centre', centre.description, 'role', ${roleOf('line')},
          'rate', ${rateAs('line', 'per')}, 'classes', line.classes, 'heads', line.heads, 'credits', line.credits, 'owing', line.owing,
          'unmarked', line.unmarked, 'unpriced', line.unpriced, 'amount', line.amount)
          order by lower(course.name), course.id, not line.is_main, line.first), '[]')
        from line join course on course.id = line.course left join centre on centre.id = course.centre
        where line.coach = paid.coach) as lines
    from paid join coach on coach.id = paid.coach
    order by lower(coach.name), coach.id ${page}`,
  totals: (tx, filters, given) => sql<Totals>`
    with ${taughtDays(tx, taughtIn(filters))}, ${corrections(given)},
    corrected as (select coalesce(sum(amount), 0) as amount from correction)
    select (select count(*)::int from (select coach from taught_day union select coach from correction) as paid) as total,
      ${taughtSums}, ${missingOnce} as once, ${asRM(sql`min(corrected.amount)`)} as corrections,
      ${asRM(sql`coalesce(sum(taught_day.earned), 0) + min(corrected.amount)`)} as to_pay,
      ${asRM(priceOn(tx, sql`${taughtIn(filters).startDate}::date`))} as credit_price,
      exists (select from month_close where month = ${taughtIn(filters).startDate}::date) as is_closed
    from corrected left join taught_day on true`,
})
