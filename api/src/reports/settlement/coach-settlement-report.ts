import {
  coachSettlementReport,
  coachSettlementReportRoutes as routes,
} from '@academy/contract/reports/coach-settlement-report.ts'
import { daysOf, monthOf } from '@academy/contract/reports/month.ts'
import { sql } from 'kysely'
import { type FiltersOf, type RowOf, reportModule, type Totals } from '../output/frame.ts'
import { entryAs } from '../people.ts'
import { asRM, priceOn, rateAs, roleOf, taughtDays, taughtSums } from './taught.ts'

type Filters = FiltersOf<typeof routes>
type Row = RowOf<typeof coachSettlementReport>

const taughtIn = ({ month, startDate, coach, centre }: Filters) => ({
  ...daysOf(month ?? monthOf(startDate)),
  coach,
  centre,
})

/** What coaches are paid for a month, by name, with their classes under them. */
export const coachSettlementReportModule = reportModule(coachSettlementReport, routes, {
  rows: (tx, filters: Filters, page) => sql<Row>`
    with ${taughtDays(tx, taughtIn(filters))},
    line as (
      select taught_day.coach, taught_day.course, taught_day.is_main, taught_day.kind, taught_day.amount as per,
        min(taught_day.date) as first, ${taughtSums}
      from taught_day
      group by taught_day.coach, taught_day.course, taught_day.is_main, taught_day.rate, taught_day.kind, taught_day.amount),
    paid as (select taught_day.coach, ${taughtSums} from taught_day group by taught_day.coach)
    select paid.coach as id, ${entryAs('coach', 'name', 'name')} as coach,
      ${monthOf(taughtIn(filters).startDate)}::text as month, paid.classes, paid.heads, paid.credits, paid.owing, paid.unmarked,
      paid.unpriced, paid.amount, (
        select json_agg(json_build_object(
          'course', ${entryAs('course', 'name', 'name')}, 'centre', centre.description, 'role', ${roleOf('line')},
          'rate', ${rateAs('line', 'per')}, 'classes', line.classes, 'heads', line.heads, 'credits', line.credits, 'owing', line.owing,
          'unmarked', line.unmarked, 'unpriced', line.unpriced, 'amount', line.amount)
          order by lower(course.name), course.id, not line.is_main, line.first)
        from line join course on course.id = line.course left join centre on centre.id = course.centre
        where line.coach = paid.coach) as lines
    from paid join coach on coach.id = paid.coach
    order by lower(coach.name), coach.id ${page}`,
  totals: (tx, filters) => sql<Totals>`
    with ${taughtDays(tx, taughtIn(filters))}
    select count(distinct taught_day.coach)::int as total, ${taughtSums}, ${asRM(priceOn(tx, sql`${taughtIn(filters).startDate}::date`))} as credit_price
    from taught_day`,
})
