import { yearRange } from '@academy/contract/courses/calendar.ts'
import { courses } from '@academy/contract/courses/courses.ts'
import { schedule } from '@academy/contract/courses/schedule.ts'
import { holidayExtras } from '@academy/contract/holidays/holidays.ts'
import { useMemo } from 'react'
import { useCall } from '../../platform/client/query.ts'
import { useToday } from '../../platform/client/today.ts'
import { planToCome } from '../plan/plan-to-come.ts'
import { daysOf } from './year-days.ts'

const none: readonly never[] = []
const all = 1000

/** A course's year: its schedule, classes and holidays, combined day by day. */
export function useScheduledYear(course: string, year: number) {
  const today = useToday()
  const query = { course, year }
  const courseAnswer = useCall(courses.get, { params: { id: course } })
  const yearAnswer = useCall(schedule.years, { query })
  const classAnswer = useCall(schedule.classes, { query: { ...query, limit: all } })
  const holidayAnswer = useCall(holidayExtras.holidaysOfYear, { params: { year } })
  // The calendar begins on the last day of the previous year.
  const eveAnswer = useCall(holidayExtras.holidaysOfYear, { params: { year: year - 1 } })

  const scheduled = yearAnswer.data?.items[0]
  const answered = classAnswer.data?.items ?? none
  // One on the last day of the year may be of the next year's schedule.
  const classes = useMemo(() => answered.filter((session) => session.year === year), [answered, year])
  const ownHolidays = holidayAnswer.data?.holiday ?? none
  const eveHolidays = eveAnswer.data?.holiday ?? none
  const holidays = useMemo(
    () => [...ownHolidays, ...eveHolidays.filter(({ date }) => date === yearRange(year).from)],
    [ownHolidays, eveHolidays, year],
  )
  const days = useMemo(
    () => daysOf({ classes, holidays, pending: scheduled?.pendingReplacementClassDate ?? none }),
    [classes, holidays, scheduled],
  )
  const answers = [courseAnswer, yearAnswer, classAnswer, holidayAnswer]
  return {
    course: courseAnswer.data,
    year: scheduled,
    /** The year with the plan of its classes to come: what forms begin with. */
    planned: scheduled && { ...scheduled, ...planToCome(classes, today) },
    classes,
    holidays,
    days,
    /** Everything that decides which actions are allowed is loaded. */
    isReady: answers.every((answer) => answer.data !== undefined),
    error: answers.find((answer) => answer.error && !answer.data)?.error ?? null,
  }
}
