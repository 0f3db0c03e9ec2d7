import { sql } from 'kysely'
import { timezone } from '../runtime/index.ts'

/** Of `enrolment`, its `member` and `class`: somebody who is enrolled now was so by the day of the class, and is to be marked. */
export const isToBeMarked = sql<boolean>`(enrolment.course = class.course and not enrolment.is_disable and not member.is_disable
  and (enrolment.created_at at time zone ${timezone})::date <= class.date)`

/** Of `class`: it has somebody to mark; looked up for the few that are asked about (`offset 0`), not for all that there are. */
export const hasStudents = sql<boolean>`exists (
  select from enrolment join member on member.id = enrolment.member where ${isToBeMarked} offset 0)`
