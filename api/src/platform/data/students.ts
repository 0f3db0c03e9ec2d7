import { sql } from 'kysely'
import { businessDayOf } from './business-day.ts'

/** Of `enrolment`, its `member` and `class`: somebody who is enrolled now was so by the day of the class, and is to be marked. */
export const isToBeMarked = sql<boolean>`(enrolment.course = class.course and not enrolment.is_disable and not member.is_disable
  and ${businessDayOf('enrolment.created_at')} <= class.date)`

/** Of `class`: it has somebody to mark; looked up for the few that are asked about (`offset 0`), not for all that there are. */
export const hasStudents = sql<boolean>`exists (
  select from enrolment join member on member.id = enrolment.member where ${isToBeMarked} offset 0)`
