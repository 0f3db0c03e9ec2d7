import { classAttendReport, classAttendReportRoutes as routes } from '@academy/contract/reports/class-attend-report.ts'
import { sql } from 'kysely'
import { inCallersCentres, type Tx } from '../../platform/data/index.ts'
import { type FiltersOf, type RowOf, reportModule, type Totals } from '../output/report-module.ts'
import { entryAs, memberAs } from '../people.ts'
import { creditUsed, filteredBy, foundBy } from '../scope.ts'

type Filters = FiltersOf<typeof routes>

const matching = (tx: Tx, { startDate, endDate, course, centre, searchText }: Filters) => sql`
  from attendance join course on course.id = attendance.course
  ${searchText ? sql`join member on member.id = attendance.member` : sql``}
  where attendance.class_date between ${startDate}::date and ${endDate}::date
    and ${filteredBy('attendance.course', course)} and ${filteredBy('course.centre', centre)}
    and ${foundBy(tx, searchText)} and ${inCallersCentres(tx, 'course.centre')}`

/** `students`: the counts of each student of each class; `sums`: the counts of all of them. */
const counted = (tx: Tx, filters: Filters) => sql`
  students as materialized (
    select attendance.member, attendance.course, count(*) filter (where attendance.status = 'P')::int as present,
      count(*) filter (where attendance.status = 'A')::int as absent,
      ${creditUsed}::float8 as credit
    ${matching(tx, filters)} group by attendance.member, attendance.course),
  sums as (
    select count(*)::int as total, coalesce(sum(present), 0)::int as total_present,
      coalesce(sum(absent), 0)::int as total_absent, coalesce(sum(credit), 0)::float8 as total_credits_used,
      (select coalesce(json_object_agg(class_date, present), '{}') from (
        select attendance.class_date, count(*) filter (where attendance.status = 'P')::int as present
        ${matching(tx, filters)} group by attendance.class_date) days) as present_by_day
    from students)`

/** The marks of a student of a class, by day. */
const daysOf = ({ startDate, endDate }: Filters) => sql`
  (select json_object_agg(class_date, json_build_object('mark', mark, 'scheduledClass', class)) from (
    select attendance.class_date, (array_agg(attendance.class order by attendance.id))[1] as class,
      string_agg(case when attendance.outstanding then 'O' else attendance.status end, '' order by attendance.id) as mark
    from attendance where attendance.member = listed.member and attendance.course = listed.course
      and attendance.class_date between ${startDate}::date and ${endDate}::date
    group by attendance.class_date) by_day)`

/** A row for each student of each class, by name, with the marks of each day. */
export const classAttendReportModule = reportModule(classAttendReport, routes, {
  isSummed: true,
  rows: (tx, filters: Filters, page) => sql<RowOf<typeof classAttendReport>>`
    with ${counted(tx, filters)}
    select listed.member || '/' || listed.course as id, ${memberAs('member')} as member, course.name as class_name,
      ${entryAs('course', 'name', 'name')} as course, ${entryAs('centre', 'description', 'description')} as centre,
      listed.present, listed.absent, listed.credit, ${daysOf(filters)} as days, sums.*
    from (
      select students.*, lower(student.name) as student_name, lower(taught.name) as course_name
      from students
      join member student on student.id = students.member
      join course taught on taught.id = students.course
      order by lower(student.name), students.member, lower(taught.name), students.course ${page}) listed
    join member on member.id = listed.member
    join course on course.id = listed.course
    left join centre on centre.id = course.centre
    cross join sums
    order by listed.student_name, listed.member, listed.course_name, listed.course`,
  totals: (tx, filters) => sql<Totals>`with ${counted(tx, filters)} select * from sums`,
})
