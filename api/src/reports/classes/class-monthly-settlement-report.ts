import {
  classMonthlySettlementReport,
  classMonthlySettlementReportRoutes as routes,
} from '@academy/contract/reports/class-monthly-settlement-report.ts'
import { daysOfYear } from '@academy/contract/reports/month.ts'
import type { DateRange } from '@academy/contract/reports/report.ts'
import { sql } from 'kysely'
import { inCallersCentres, type Tx } from '../../platform/data/index.ts'
import { type FiltersOf, type RowOf, reportModule, type Totals } from '../output/report-module.ts'
import { entryAs } from '../people.ts'
import { creditUsed, filteredBy } from '../scope.ts'

type Filters = FiltersOf<typeof routes>
type Row = RowOf<typeof classMonthlySettlementReport>

/** The month, or the year when no month is given; undefined without either. */
function dateRangeOf({ month, year }: Pick<Filters, 'month' | 'year'>, today: string): DateRange | undefined {
  if (month === undefined && year === undefined) return undefined
  return daysOfYear(year ?? Number(today.slice(0, 4)), month)
}

const isWithin = ({ startDate, endDate }: DateRange, column: string) =>
  sql`${sql.ref(column)} between ${startDate}::date and ${endDate}::date`

/** `settled`, for `with`: sums of the classes of these days by course, in the centres the caller may see. */
const settled = (tx: Tx, filters: Filters) => sql`settled as (
  select course.id, lower(course.name) as name, coalesce(held.classes, 0) as classes, counted.attendance, counted.credits
  from (
    select attendance.course, count(*) filter (where attendance.status = 'P') as attendance,
      ${creditUsed} as credits
    from attendance where ${isWithin(filters, 'attendance.class_date')} group by attendance.course) counted
  join course on course.id = counted.course
  left join (
    select class.course, count(*) as classes from class
    where ${isWithin(filters, 'class.date')} and class.is_attendance_taken group by class.course) held
    on held.course = course.id
  where ${filteredBy('course.centre', filters.centre)} and ${filteredBy('course.sport', filters.sport)}
    and ${inCallersCentres(tx, 'course.centre')})`

/** Sums of the classes of these days, by name. */
export const classMonthlySettlementReportModule = reportModule(classMonthlySettlementReport, routes, {
  paysSomebody: true,
  dateRangeOf,
  rows: (tx, filters: Filters, page) => sql<Row>`
    with ${settled(tx, filters)}
    select course.id, ${entryAs('course', 'name', 'name')} as course, course.name as class_name,
      ${entryAs('centre', 'description', 'description')} as centre,
      ${entryAs('sport', 'description', 'description')} as sport, settled.classes::float8 as total_classes,
      settled.attendance::float8 as total_attendance, settled.credits::float8 as total_credits_used
    from settled join course on course.id = settled.id
    left join centre on centre.id = course.centre left join sport on sport.id = course.sport
    order by settled.name, course.id ${page}`,
  totals: (tx, filters) => sql<Totals>`
    with ${settled(tx, filters)}
    select count(*)::int as total, coalesce(sum(classes), 0)::float8 as total_classes,
      coalesce(sum(attendance), 0)::float8 as total_attendance, coalesce(sum(credits), 0)::float8 as total_credits_used
    from settled`,
})
