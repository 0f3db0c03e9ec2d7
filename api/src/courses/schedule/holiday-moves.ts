import { displayDate } from '@academy/contract/courses/calendar.ts'
import type { HolidayTouch, schedulePreview, TouchedClass } from '@academy/contract/courses/preview.ts'
import type { HolidayEntry } from '@academy/contract/holidays/holidays.ts'
import { sql } from 'kysely'
import { holidaysOf } from '../../holidays/holidays.ts'
import { inCallersCentres, type Tx } from '../../platform/data/index.ts'
import { type Call, conflict } from '../../platform/http/index.ts'
import { cancelClass, insertClasses, type WholeClass } from './class-changes.ts'
import { type Pending, pendingOf, removePending } from './pending.ts'
import { durationOf, type TimeRange } from './time-range.ts'
import { checkInstructors, type LockedYear, lockYear, refuseDisabled, section } from './year-lock.ts'

interface Row extends TimeRange {
  course: string
  name: string
  date: string
}

/** The classes of the caller's centres affected by the holidays of a year: the stored ones, or an unsaved draft. */
export async function affectedByHolidays(
  tx: Tx,
  year: number,
  draft: readonly HolidayEntry[] | null | undefined,
): Promise<HolidayTouch> {
  const holidays = draft
    ? new Map(draft.map(({ date, holidayName }) => [date, holidayName]))
    : await holidaysOf(tx, year)
  const dates = [...holidays.keys()]
  const classes = await tx.query<Row & { id: string } & Pick<TouchedClass, 'isAttendanceTaken' | 'isReplacement'>>(sql`
    select class.id, course.id as course, course.name, class.date, class.starts, class.ends,
      class.is_attendance_taken, class.is_replacement
    from class join course on course.id = class.course
    where class.date = any(${dates}::date[]) and ${inCallersCentres(tx, 'course.centre')}
    order by class.date, class.starts, lower(course.name), class.id`)
  const freed = await tx.query<Row & { scheduledYear: string; holiday: string }>(sql`
    select course_year.id as scheduled_year, course.id as course, course.name, pending.date, pending.starts,
      pending.ends, pending.holiday
    from (select course_year, date, starts, ends, holiday from pending_replacement
      union select course_year, date, starts, ends, holiday from pending_class) as pending
    join course_year on course_year.id = pending.course_year
    join course on course.id = course_year.course
    where pending.holiday is not null and extract(year from pending.date) = ${year}
      and not pending.date = any(${dates}::date[]) and not course.is_disable and ${inCallersCentres(tx, 'course.centre')}
      and not exists (select from class
        where class.course = course.id and class.date = pending.date and class.starts = pending.starts)
    order by pending.date, pending.starts, lower(course.name), course_year.id`)
  const shared = ({ course, name, date, starts, ends }: Row) => ({
    course: { _id: course, name },
    date,
    duration: durationOf({ starts, ends }),
  })
  return {
    classes: classes.map((row) => ({
      ...shared(row),
      _id: row.id,
      holidayName: holidays.get(row.date) ?? '',
      isAttendanceTaken: row.isAttendanceTaken,
      isReplacement: row.isReplacement,
    })),
    freed: freed.map((row) => ({ ...shared(row), scheduledYear: row.scheduledYear, holidayName: row.holiday })),
  }
}

type Wanted = Call<typeof schedulePreview.mendHolidays>['body']

/**
 * Cancels classes on holidays and brings back those that a removed holiday had taken, all or none. 409 for a class that is
 * on no holiday or has attendance, and for a date that no holiday had taken.
 */
export async function resolveHolidayClasses(tx: Tx, year: number, { cancel, bringBack }: Wanted) {
  const cancelled = [...new Set(cancel ?? [])]
  const back = bringBack ?? []
  const classes = () =>
    tx.query<{ courseYear: string; date: string }>(
      sql`select course_year, date from class where id = any(${cancelled}::uuid[])`,
    )
  // Years first, in the order of their ids, so that two calls do not deadlock.
  const years = new Set([
    ...(await classes()).map((each) => each.courseYear),
    ...back.map((each) => each.scheduledYear),
  ])
  const locked = new Map<string, LockedYear>()
  for (const id of [...years].toSorted()) locked.set(id, await lockYear(tx, id))
  const other = back.find(({ date }) => !date.startsWith(`${year}-`))
  if (other) throw conflict(`${displayDate(other.date)} is not in ${year}`)
  // Read after the lock: who held it may have moved a class off the holiday.
  const holidays = await holidaysOf(tx, year)
  const elsewhere = (await classes()).find(({ date }) => !holidays.has(date))
  if (elsewhere) throw conflict(`${displayDate(elsewhere.date)} is no holiday of ${year}`)
  for (const id of cancelled.toSorted()) await cancelClass(tx, id)
  let broughtBack = 0
  for (const [id, year] of locked) {
    const ofYear = back.filter(({ scheduledYear }) => scheduledYear === id)
    if (ofYear.length > 0) broughtBack += await bringBackClasses(tx, year, ofYear, holidays)
  }
  return { cancelled: cancelled.length, broughtBack }
}

/**
 * Adds classes of a year again as they were before a holiday took them: of a day each, unless a time is named. 409 for a coach who has
 * left since, and for a disabled course. Answers how many.
 */
async function bringBackClasses(
  tx: Tx,
  year: LockedYear,
  wanted: readonly { date: string; duration?: string | undefined }[],
  holidays: ReadonlyMap<string, string>,
): Promise<number> {
  refuseDisabled(year)
  const pending = await pendingOf(tx, year.id)
  const lost = new Set<Pending>()
  for (const { date, duration } of wanted) {
    const taken = pending.filter(
      (each) => each.date === date && each.holiday && (duration === undefined || durationOf(each) === duration),
    )
    if (taken.length === 0) throw conflict(`No class of ${year.name} was taken by a holiday on ${displayDate(date)}`)
    const still = holidays.get(date)
    if (still) throw conflict(`${displayDate(date)} is still a holiday: ${still}`)
    for (const each of taken) lost.add(each)
  }
  const classes: (WholeClass & { holiday: string | null })[] = []
  for (const each of lost) {
    await checkInstructors(tx, each)
    classes.push({
      ...each,
      id: tx.newId(),
      course: year.course,
      isReplacement: false,
      replacementDate: null,
      isAttendanceTaken: false,
      createdAt: tx.now,
      updatedAt: tx.now,
    })
  }
  await tx.change(
    classes.map((row) => ({
      section,
      docType: 'class',
      docId: row.id,
      action: 'Added',
      description: `Brought back the class of ${year.name} on ${displayDate(row.date)}, which ${row.holiday} had taken`,
      to: { date: row.date, duration: durationOf(row), mainInstructor: row.mainInstructor },
    })),
    async (on) => {
      await insertClasses(
        on,
        classes.map(({ holiday: _, ...row }) => row),
      )
      await removePending(on, pending, [...lost])
    },
  )
  return classes.length
}
