import { displayDate } from '@academy/contract/courses/calendar.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { conflict } from '../../platform/http/index.ts'

/**
 * 409 while somebody who is no member yet waits to be charged for one of the classes, which is found by its day. One whose class
 * was planned anew is of the class of that day.
 */
export async function refuseAwaited(tx: Tx, classes: readonly string[], doing: string): Promise<void> {
  const [waiting] = await tx.query<{ course: string; date: string }>(sql`
    select course.name as course, newcomer.class_date as date
    from class
    join newcomer on newcomer.course = class.course and newcomer.class_date = class.date
    join course on course.id = class.course
    where class.id = any(${classes}::uuid[])
      and (newcomer.class = class.id or not exists (select from class as its where its.id = newcomer.class))
    order by class.date limit 1`)
  if (waiting)
    throw conflict(
      `A newcomer of ${waiting.course} on ${displayDate(waiting.date)} waits for the desk, so it cannot be ${doing}. Charge or dismiss them first.`,
    )
}
