import { breakEvenReport, breakEvenReportRoutes as routes } from '@academy/contract/reports/break-even-report.ts'
import { sen } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import { creditPriceSen, inCallersCentres, type Tx } from '../../platform/data/index.ts'
import { type FiltersOf, type RowOf, reportModule, type Totals } from '../output/report-module.ts'
import { entryAs } from '../people.ts'
import { creditUsed, filteredBy } from '../scope.ts'

type Filters = FiltersOf<typeof routes>
type Row = RowOf<typeof breakEvenReport>

const costOf = ({ cost }: Filters) => (cost === undefined ? null : sen(cost))

/** `held`, for `with`: the classes of these days by course, in the centres the caller may see; `earned` and `per_class` are in sen. */
const held = (tx: Tx, { startDate, endDate, centre }: Filters) => sql`held as (
  select course.id, lower(course.name) as name, counted.classes, counted.attendance, counted.credits,
    counted.credits * ${creditPriceSen(tx)}::bigint as earned,
    -- Rounded once, so that what is told of it agrees.
    round(counted.credits * ${creditPriceSen(tx)}::numeric / counted.classes) as per_class
  from (
    select class.course, count(*) as classes, coalesce(sum(came.heads), 0)::bigint as attendance,
      coalesce(sum(came.credits), 0)::bigint as credits
    from class left join (
      select attendance.class, count(*) as heads, ${creditUsed} as credits
      from attendance where class_date between ${startDate}::date and ${endDate}::date and status = 'P'
      group by attendance.class) came on came.class = class.id
    where class.date between ${startDate}::date and ${endDate}::date and class.is_attendance_taken
    group by class.course) counted
  join course on course.id = counted.course
  where ${filteredBy('course.centre', centre)} and ${inCallersCentres(tx, 'course.centre')})`

/** What a class brings in beside what it costs, the one furthest below its cost first. */
export const breakEvenReportModule = reportModule(breakEvenReport, routes, {
  rows: (tx, filters: Filters, page) => sql<Row>`
    with ${held(tx, filters)}
    select held.id, ${entryAs('course', 'name', 'name')} as course,
      ${entryAs('centre', 'description', 'description')} as centre, held.classes::float8 as classes,
      held.attendance::float8 as attendance, held.credits::float8 as credits,
      (held.per_class / 100)::numeric(16, 2)::text as per_class,
      ((held.per_class - ${costOf(filters)}::int) / 100)::numeric(16, 2)::text as above,
      ceil(${costOf(filters)}::int * held.attendance::numeric / nullif(held.earned, 0))::float8 as needed
    from held join course on course.id = held.id left join centre on centre.id = course.centre
    order by held.earned::numeric / held.classes, held.name, held.id ${page}`,
  totals: (tx, filters) => sql<Totals>`
    with ${held(tx, filters)}
    select count(*)::int as total, count(*)::float8 as courses, coalesce(sum(classes), 0)::float8 as total_classes,
      coalesce(sum(attendance), 0)::float8 as total_attendance, coalesce(sum(credits), 0)::float8 as total_credits,
      (count(*) filter (where per_class < ${costOf(filters)}::int))::float8 as below,
      (${creditPriceSen(tx)} / 100.0)::numeric(16, 2)::text as credit_price, ${filters.cost ?? null}::text as cost
    from held`,
})
