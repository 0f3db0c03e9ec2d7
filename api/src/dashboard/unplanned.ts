import { addDays } from '@academy/contract/courses/calendar.ts'
import type { Overview } from '@academy/contract/dashboard/dashboard.ts'
import { sql } from 'kysely'
import { inCallersCentres, type Tx } from '../platform/data/index.ts'

/** Before and after the turn of a year. */
const daysAround = 31
const shown = 10

const yearOf = (day: string) => Number(day.slice(0, 4))

/**
 * Around the turn of a year the courses of the caller's centres that were planned for the old year and are not for the new one, to
 * who may plan them; else null.
 */
export async function unplannedCourses(tx: Tx): Promise<Overview['unplanned']> {
  const year = yearOf(addDays(tx.today, daysAround))
  const mayPlan = tx.by.can('scheduling.view') && tx.by.can('scheduling.edit')
  if (yearOf(addDays(tx.today, -daysAround)) === year || !mayPlan) return null
  const plan = (of: number) => sql`(select from course_year where course_year.course = course.id and year = ${of})`
  const rows = await tx.query<{ id: string; name: string; total: number }>(sql`
    select id, name, (count(*) over ())::int as total from course
    where not is_disable and ${inCallersCentres(tx, 'course.centre')} and exists ${plan(year - 1)} and not exists ${plan(year)}
    order by lower(name), id limit ${shown}`)
  const [first] = rows
  return first ? { year, items: rows.map(({ id, name }) => ({ _id: id, name })), total: first.total } : null
}
