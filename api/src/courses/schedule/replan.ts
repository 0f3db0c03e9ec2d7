import { planRange, type Range } from '@academy/contract/courses/plan.ts'
import type { Tx } from '../../platform/data/index.ts'
import { addInstructors, type Instructors, instructorIds } from '../instructors.ts'
import type { CourseYearRecord } from '../tables.ts'
import { refuseAwaited } from './awaited.ts'
import { addPending, holidaysMetBy, pendingRow } from './pending.ts'

/** Weekday, times and instructors of classes. */
export type Pattern = Pick<CourseYearRecord, 'day' | 'starts' | 'ends'> & Instructors

interface Replan {
  year: Pick<CourseYearRecord, 'id' | 'course' | 'year'>
  range: Range
  pattern: Pattern
}

const isInside = (date: string, { from, to }: Range): boolean => date >= from && date <= to

/**
 * Plans a range again, without writing: classes with attendance stay, the others of the range are removed; the date that
 * a removed replacement made up for becomes pending, as that class was, when it lies outside of the range. Locks every class
 * of the year. 409 where a newcomer waits in a class whose day has none any more.
 */
export async function replanRange(tx: Tx, { year, range, pattern }: Replan) {
  const classes = await tx
    .read()
    .selectFrom('class')
    .select(['id', 'courseYear', 'date', 'starts', 'ends', 'isAttendanceTaken', 'isReplacement', 'replacementDate'])
    .select([
      instructorIds('class', 'mainInstructor').as('mainInstructor'),
      instructorIds('class', 'assistantInstructor').as('assistantInstructor'),
    ])
    .where('course', '=', year.course)
    .where((on) =>
      on.or([on('courseYear', '=', year.id), on.and([on('date', '>=', range.from), on('date', '<=', range.to)])]),
    )
    .orderBy('id')
    .forUpdate('class')
    .execute()
  const isRemoved = (each: (typeof classes)[number]) =>
    each.courseYear === year.id && !each.isAttendanceTaken && isInside(each.date, range)
  const removed = classes.filter(isRemoved)
  const holidays = await holidaysMetBy(tx, year)
  const { classes: dates, pending } = planRange({
    year: year.year,
    range,
    day: pattern.day,
    starts: pattern.starts,
    holidays: holidays.keys(),
    remaining: classes
      .filter((each) => !isRemoved(each))
      // One of the neighbouring year, on the day that both have, holds none of this year's weeks.
      .map((each) =>
        each.courseYear === year.id ? each : { ...each, isAttendanceTaken: false, isReplacement: false },
      ),
  })
  const moved = removed.filter(({ date }) => !dates.includes(date))
  if (moved.length > 0)
    await refuseAwaited(
      tx,
      moved.map(({ id }) => id),
      'moved to another day',
    )
  const freed = removed.flatMap(({ replacementDate: date, ...replacement }) =>
    date && !isInside(date, range) ? [pendingRow(year.id, date, replacement, holidays)] : [],
  )
  const rows = dates.map((date) => ({
    id: tx.newId(),
    courseYear: year.id,
    course: year.course,
    date,
    starts: pattern.starts,
    ends: pattern.ends,
    isReplacement: false,
    replacementDate: null,
    isAttendanceTaken: false,
    remark: null,
    createdAt: tx.now,
    updatedAt: tx.now,
  }))
  return {
    removed: removed.map((each) => each.id),
    /** Dates of the year's classes that stay as they are. */
    stays: classes.filter((each) => each.courseYear === year.id && !isRemoved(each)).map(({ date }) => date),
    rows,
    /** Instructors of the new classes. */
    instructors: pattern,
    pending: [...pending.map((date) => pendingRow(year.id, date, pattern, holidays)), ...freed],
  }
}

export type RangePlan = Awaited<ReturnType<typeof replanRange>>
type Writer = Parameters<Parameters<Tx['change']>[1]>[0]

export async function applyPlan(
  on: Writer,
  year: string,
  range: Range,
  { removed, rows, instructors, pending }: RangePlan,
): Promise<void> {
  const tables = on()
  if (removed.length > 0) await tables.deleteFrom('class').where('id', 'in', removed).execute()
  await tables
    .deleteFrom('pendingReplacement')
    .where('courseYear', '=', year)
    .where('date', '>=', range.from)
    .where('date', '<=', range.to)
    .execute()
  if (rows.length > 0) {
    await tables.insertInto('class').values(rows).execute()
    const ids = rows.map(({ id }) => id)
    await addInstructors(on, 'class', ids, instructors)
  }
  await addPending(on, pending)
}

/** For the audit trail. */
export const summary = ({ rows, pending }: RangePlan) => `${rows.length} classes, ${pending.length} pending replacement`
