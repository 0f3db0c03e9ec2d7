import { sql } from 'kysely'
import { businessTime } from '../runtime/index.ts'
import { businessDayOf } from './business-day.ts'
import type { Tx } from './tx.ts'

/** Of `enrolment`, its `member` and `class`: somebody who is enrolled now was so by the day of the class, and is to be marked. */
export const isToBeMarked = sql<boolean>`(enrolment.course = class.course and not enrolment.is_disable and not member.is_disable
  and ${businessDayOf('enrolment.created_at')} <= class.date)`

/** Of `class`: it has somebody to mark; looked up for the few that are asked about (`offset 0`), not for all that there are. */
const hasStudents = sql<boolean>`exists (
  select from enrolment join member on member.id = enrolment.member where ${isToBeMarked} offset 0)`

/** Of `class`: it waits to be marked once it is over; a disabled course has no classes due. */
export const isUnmarked = sql<boolean>`(not class.is_attendance_taken and ${hasStudents}
  and not exists (select from course where course.id = class.course and course.is_disable))`

/** Of `class`: it has ended. */
export const isOver = (tx: Tx) => sql<boolean>`(class.date < ${tx.today}::date
  or (class.date = ${tx.today}::date and class.ends <= ${businessTime(tx.portal.clock.now())}))`
