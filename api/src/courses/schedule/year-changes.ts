import { displayDate, weekdays, yearRange } from '@academy/contract/courses/calendar.ts'
import type { Range } from '@academy/contract/courses/plan.ts'
import type { schedule } from '@academy/contract/courses/schedule.ts'
import { sql } from 'kysely'
import { isUnchanged, seesCentre, type Tx } from '../../platform/data/index.ts'
import { type Call, conflict, invalid, notFound, refuseOther } from '../../platform/http/index.ts'
import { addInstructors, instructorIds, setInstructors } from '../instructors.ts'
import { addPending, forgetPending, type Pending, pendingOf } from './pending.ts'
import { applyPlan, type Pattern, type RangePlan, replanRange, summary } from './replan.ts'
import { durationOf, type TimeRange, timeRangeOf } from './time-range.ts'
import { checkInstructors, lockYear, lockYearOf, refuseDisabled, section } from './year-lock.ts'

type Assignment = Call<typeof schedule.assign>['body']
type Wanted = Pick<Assignment, 'day' | 'duration' | 'mainInstructor' | 'assistantInstructor'>

const docType = 'course-scheduled-year'

/** 409 for a coach who has left, whoever taught before: these classes are made anew. */
const patternOf = async (tx: Tx, wanted: Wanted): Promise<Pattern> => ({
  day: wanted.day,
  ...timeRangeOf(wanted.duration),
  ...(await checkInstructors(tx, { ...wanted, assistantInstructor: wanted.assistantInstructor ?? null })),
})

const auditValues = ({ day, starts, ends, mainInstructor, assistantInstructor }: Pattern) => ({
  day: weekdays[day],
  duration: durationOf({ starts, ends }),
  mainInstructor,
  assistantInstructor,
})

const yearsAround = 10

/** 400 for a year that the scheduling page does not offer. */
function checkYear(tx: Tx, year: number): void {
  const thisYear = Number(tx.today.slice(0, 4))
  const [first, last] = [thisYear - yearsAround, thisYear + yearsAround]
  if (year < first || year > last) throw invalid([{ path: 'year', message: `Year must be from ${first} to ${last}` }])
}

/** Schedules a course for a year, one class a week. 409 when it is scheduled already, or disabled. Answers the year's id. */
export async function assign(tx: Tx, wanted: Assignment): Promise<string> {
  checkYear(tx, wanted.year)
  const course = await tx
    .read()
    .selectFrom('course')
    .select(['name', 'centre', 'isDisable as courseIsDisable'])
    .where('id', '=', wanted.course)
    .forShare()
    .executeTakeFirst()
  if (!course || !seesCentre(tx, course.centre))
    throw invalid([{ path: 'course', message: 'This Course does not exist' }])
  refuseDisabled(course)
  const pattern = await patternOf(tx, wanted)
  const { day, starts, ends } = pattern
  const year = { id: tx.newId(), course: wanted.course, year: wanted.year }
  const range = yearRange(wanted.year)
  const plan = await replanRange(tx, { year, range, pattern })
  await tx.change(
    {
      section,
      docType,
      docId: year.id,
      action: 'Scheduled',
      description: `Scheduled ${course.name} in ${wanted.year}: ${summary(plan)}`,
      to: { course: course.name, year: wanted.year, ...auditValues(pattern) },
    },
    async (on) => {
      await on()
        .insertInto('courseYear')
        .values({ ...year, day, starts, ends, createdAt: tx.now, updatedAt: tx.now })
        .execute()
      await addInstructors(on, 'courseYear', [year.id], pattern)
      await applyPlan(on, year.id, range, plan)
    },
  )
  return year.id
}

/** Two lists of instructors, in their order. */
const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join()

/**
 * Time and instructors of the year, and of its classes without attendance and pending dates that have what the year had: one
 * that was given a time or a coach of its own keeps it. Another weekday is a Reassign, 409 as there. 400 for another course or year.
 */
export async function updateYear(tx: Tx, id: string, sent: Call<typeof schedule.updateYear>['body']): Promise<void> {
  const year = await lockYear(tx, id)
  refuseOther('a schedule', sent, { course: year.course, year: year.year })
  if (sent.day !== undefined && sent.day !== year.day) {
    const { mainInstructor, assistantInstructor } = year
    const wanted = { duration: durationOf(year), mainInstructor, assistantInstructor, ...sent, day: sent.day }
    return reassign(tx, id, year.course, wanted)
  }
  const instructors = await checkInstructors(tx, sent, year)
  const time = sent.duration ? timeRangeOf(sent.duration) : { starts: year.starts, ends: year.ends }
  const roles = (['mainInstructor', 'assistantInstructor'] as const).filter(
    (role) => !isSame(instructors[role], year[role]),
  )
  if (roles.length === 0 && isUnchanged(year, time)) return
  const open = await openClasses(tx, id)
  const isAtItsTime = ({ starts, ends }: TimeRange) => starts === year.starts && ends === year.ends
  const atItsTime = open.filter(isAtItsTime)
  const pending = (await pendingOf(tx, id)).map((was) => {
    const people = roles.filter((role) => isSame(was[role], year[role])).map((role) => [role, instructors[role]])
    return { ...was, ...(isAtItsTime(was) ? time : {}), ...Object.fromEntries(people) }
  })
  await tx.change(
    {
      section,
      docType,
      docId: id,
      action: 'Updated',
      description: `Updated the schedule of ${year.name} in ${year.year}`,
      from: auditValues(year),
      to: auditValues({ ...year, ...time, ...instructors }),
    },
    async (on) => {
      await on()
        .updateTable('courseYear')
        .set({ ...time, updatedAt: tx.now })
        .where('id', '=', id)
        .execute()
      if (atItsTime.length > 0)
        await on()
          .updateTable('class')
          .set({ ...time, updatedAt: tx.now })
          .where('id', '=', sql<string>`any(${idsOf(atItsTime)}::uuid[])`)
          .execute()
      for (const role of roles) {
        const now = { [role]: instructors[role] }
        const taughtAlike = open.filter((each) => isSame(each[role], year[role]))
        await setInstructors(on, 'courseYear', [id], now)
        await setInstructors(on, 'class', idsOf(taughtAlike), now)
      }
      if (roles.length > 0 || !isAtItsTime(time)) await replacePending(on, id, pending)
    },
  )
}

type Writer = Parameters<Parameters<Tx['change']>[1]>[0]

async function replacePending(on: Writer, year: string, pending: readonly Pending[]): Promise<void> {
  if (pending.length === 0) return
  const dates = pending.map(({ date }) => date)
  await forgetPending(on, year, dates)
  await addPending(on, pending)
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** The classes of a year without attendance, locked, with their instructors. */
const openClasses = (tx: Tx, year: string) =>
  tx
    .read()
    .selectFrom('class')
    .select(['id', 'starts', 'ends'])
    .select([
      instructorIds('class', 'mainInstructor').as('mainInstructor'),
      instructorIds('class', 'assistantInstructor').as('assistantInstructor'),
    ])
    .where('courseYear', '=', year)
    .where('isAttendanceTaken', '=', false)
    .orderBy('id')
    .forUpdate('class')
    .execute()

async function hasAttendance(tx: Tx, year: string): Promise<boolean> {
  // Locked, to wait for attendance that is being taken and then see it.
  const classes = await tx
    .read()
    .selectFrom('class')
    .select('isAttendanceTaken')
    .where('courseYear', '=', year)
    .orderBy('id')
    .forUpdate()
    .execute()
  return classes.some((each) => each.isAttendanceTaken)
}

/** Replaces every class of the year. 409 once any of them has attendance, 404 for another course's year. */
export async function reassign(tx: Tx, id: string, course: string, wanted: Wanted): Promise<void> {
  const year = await lockYear(tx, id)
  if (year.course !== course.toLowerCase()) throw notFound('Schedule')
  refuseDisabled(year)
  if (await hasAttendance(tx, id))
    throw conflict('Attendance of this year has been taken already, so it cannot be re-scheduled. Use Batch Update.')
  const pattern = await patternOf(tx, wanted)
  const { day, starts, ends } = pattern
  const range = yearRange(year.year)
  const plan = await replanRange(tx, { year, range, pattern })
  await tx.change(
    {
      section,
      docType,
      docId: id,
      action: 'Re-scheduled',
      description: `Re-scheduled ${year.name} in ${year.year}: ${summary(plan)}`,
      from: auditValues(year),
      to: auditValues(pattern),
    },
    async (on) => {
      await on().updateTable('courseYear').set({ day, starts, ends, updatedAt: tx.now }).where('id', '=', id).execute()
      await setInstructors(on, 'courseYear', [id], pattern)
      await applyPlan(on, id, range, plan)
    },
  )
}

/** 400 unless the range lies between the last day of the prior year and the last day of the year. */
function checkRange([from, to]: readonly [string, string], year: number): Range {
  const limits = yearRange(year)
  if (to < from) throw invalid([{ path: 'range', message: 'The range must end on or after the day it starts' }])
  if (from < limits.from || to > limits.to)
    throw invalid([
      { path: 'range', message: `The range must lie within ${displayDate(limits.from)} and ${displayDate(limits.to)}` },
    ])
  return { from, to }
}

/** 409 when the planned dates differ from those that the client expected, if it sent any. */
function checkDates(expected: readonly string[] | undefined, { rows, stays }: RangePlan): void {
  if (!expected) return
  const planned = rows.map(({ date }) => date)
  const [extra] = expected.filter((date) => !planned.includes(date) && !stays.includes(date))
  if (extra)
    throw conflict(
      `No class comes on ${displayDate(extra)}: a holiday, a class attended that week, or outside the range`,
    )
  const [left] = planned.filter((date) => !expected.includes(date))
  if (left) throw conflict(`A class comes on ${displayDate(left)}, which the schedule leaves out`)
}

/** Applies weekday, time and instructors to a range of dates; classes with attendance stay. Answers the year's id. */
export async function batchUpdate(tx: Tx, body: Call<typeof schedule.batchUpdate>['body']): Promise<string> {
  const range = checkRange(body.range, body.year)
  const year = await lockYearOf(tx, body.course, body.year)
  refuseDisabled(year)
  const pattern = await patternOf(tx, body.schedule)
  const plan = await replanRange(tx, { year, range, pattern })
  checkDates(body.schedule.dates, plan)
  const dates = `${displayDate(range.from)} to ${displayDate(range.to)}`
  await tx.change(
    {
      section,
      docType,
      docId: year.id,
      action: 'Updated',
      description: `Batch update of ${year.name}, ${dates}: ${plan.removed.length} classes replaced by ${summary(plan)}`,
      to: { range: dates, ...auditValues(pattern) },
    },
    (on) => applyPlan(on, year.id, range, plan),
  )
  return year.id
}
