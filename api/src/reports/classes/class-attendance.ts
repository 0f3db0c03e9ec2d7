import {
  classAttendance,
  classAttendanceMessages,
  classAttendanceRoutes as routes,
} from '@academy/contract/reports/class-attendance.ts'
import { sql } from 'kysely'
import { inCallersCentres, type Tx } from '../../platform/data/index.ts'
import { found, invalid } from '../../platform/http/index.ts'
import { type FiltersOf, reportModule, sortedAndPaged, type Totals } from '../output/report-module.ts'
import { attendanceRows, attendanceSums } from './attendance-rows.ts'

type Filters = FiltersOf<typeof routes>

/** The requested classes, of those the caller may see. */
const classesOf = (tx: Tx, { classId, course, date }: Filters) => sql`
  from class join course on course.id = class.course
  where ${
    classId
      ? sql`class.id = ${classId}`
      : sql`class.course = ${course} and class.date = coalesce(${date ?? null}::date, ${tx.today}::date)`
  } and ${inCallersCentres(tx, 'course.centre')}`

const matching = (tx: Tx, filters: Filters) => sql`
  from attendance join member on member.id = attendance.member
  where attendance.class in (select class.id ${classesOf(tx, filters)})`

/** 404 for a class that is unknown or another centre's, 400 when none is named. */
async function check(tx: Tx, filters: Filters): Promise<void> {
  const { classId, course } = filters
  if (!classId && !course) throw invalid([{ path: 'classId', message: classAttendanceMessages.choose }])
  if (classId) found((await tx.query(sql`select class.id ${classesOf(tx, filters)}`))[0], 'Class')
}

/** The attendance of a class, by name. */
export const classAttendanceModule = reportModule(classAttendance, routes, {
  check,
  rows: (tx, filters: Filters, page) =>
    attendanceRows(
      sql`select attendance.id, lower(member.name) as name ${matching(tx, filters)}
        ${sortedAndPaged(sql`lower(member.name), attendance.id`, page)}`,
      sql`listed.name, listed.id`,
    ),
  totals: (tx, filters) => sql<Totals>`
    with named as (select course.name, class.date, class.starts, class.ends, centre.description
      from (select class.id ${classesOf(tx, filters)}) requested join class on class.id = requested.id
      join course on course.id = class.course left join centre on centre.id = course.centre)
    select ${attendanceSums},
      coalesce((select min(name) from named), '') as class_name,
      coalesce((select min(description) from named), '') as centre,
      coalesce((select string_agg(to_char(date, 'DD-MM-YYYY') || ' ' || to_char(starts, 'HH24:MI') || ' - ' || to_char(ends, 'HH24:MI'), ', ' order by starts)
        from named), '') as duration
    ${matching(tx, filters)}`,
})
