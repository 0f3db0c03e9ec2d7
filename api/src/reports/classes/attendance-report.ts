import { attendanceReport, attendanceReportRoutes as routes } from '@academy/contract/reports/attendance-report.ts'
import { sql } from 'kysely'
import { inCallersCentres, type Tx } from '../../platform/data/index.ts'
import { type FiltersOf, reportModule, sortedAndPaged, type Totals } from '../output/report-module.ts'
import { filteredBy } from '../scope.ts'
import { attendanceRows, attendanceSums } from './attendance-rows.ts'

type Filters = FiltersOf<typeof routes>

const taughtBy = (coaches: readonly string[] = []) =>
  coaches.length === 0
    ? sql`true`
    : sql`exists (select from class_instructor
        where class_instructor.class = attendance.class and coach = any(${coaches}::uuid[]))`

const matching = (tx: Tx, { startDate, endDate, status = ['P'], centre, course, coach, member }: Filters) => sql`
  from attendance join course on course.id = attendance.course
  where attendance.class_date between ${startDate}::date and ${endDate}::date
    and attendance.status = any(${status}::text[]) and ${filteredBy('course.centre', centre)}
    and ${filteredBy('attendance.course', course)} and ${filteredBy('attendance.member', member)} and ${taughtBy(coach)} and ${inCallersCentres(tx, 'course.centre')}`

/** Attendance by class date, within a day in the order in which it was taken. */
export const attendanceReportModule = reportModule(attendanceReport, routes, {
  rows: (tx, filters: Filters, page) =>
    attendanceRows(
      sql`select attendance.id, attendance.class_date ${matching(tx, filters)}
        ${sortedAndPaged(sql`attendance.class_date, attendance.id`, page)}`,
      sql`listed.class_date, listed.id`,
    ),
  totals: (tx, filters) => sql<Totals>`select ${attendanceSums} ${matching(tx, filters)}`,
})
