/** The classes of earlier days that nobody marked: those that the menu counts at Mark Attendance. */
import { enrolments } from '@academy/contract/attendance/enrolments.ts'
import { addDays, datesBetween, isDate } from '@academy/contract/courses/calendar.ts'
import { type ClassSession, schedule } from '@academy/contract/courses/schedule.ts'
import { waiting } from '@academy/contract/dashboard/waiting.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { callOptions, useCall } from '../platform/client/query.ts'
import { useToday } from '../platform/client/today.ts'
import { endOf } from './marking/marking.ts'
import { useNow } from './now.ts'
import { isOwn, useOwnCoach } from './own-classes.ts'

/** As far back as the menu counts. */
const countedDays = 30
const wholeMonth = 1000
/** At first, and with each further step. */
const step = 10

const latestFirst = (one: ClassSession, other: ClassSession) =>
  other.date.localeCompare(one.date) ||
  other.duration.localeCompare(one.duration) ||
  one.course.name.localeCompare(other.course.name)

/** A coach's own first. Those of `month`, as 2026-10, are among them however long ago it is. */
export function useEarlierClasses(month = '') {
  const today = useToday()
  const now = useNow()
  const coach = useOwnCoach()
  const [limit, setLimit] = useState(step)
  const counted = addDays(today, -countedDays)
  const isLonger = isDate(`${month}-01`) && `${month}-01` < counted
  // The menu asks once the page is idle, when what stands below these classes would be drawn already.
  const waits = useCall(waiting.waiting, { inBackground: true }, { quiet: true })
  const count = waits.data?.classes ?? 0

  const isAny = waits.isSuccess && (count > 0 || isLonger)
  const days = [...datesBetween(counted, today), ...(isLonger ? [`${month}-01`] : [])]
  const months = useQueries({
    queries: [...new Set(days.map((day) => day.slice(0, 7)))].map((each) => ({
      ...callOptions(schedule.classes, {
        query: {
          year: Number(each.slice(0, 4)),
          month: Number(each.slice(5)),
          limit: wholeMonth,
          sort: '+isAttendanceTaken,+date',
        },
      }),
      enabled: isAny,
      meta: { isLive: true },
    })),
  })
  const isAsked = ({ date }: ClassSession) => date >= counted || (isLonger && date.startsWith(month))
  const isOver = ({ date, duration }: ClassSession) => date < today || (date === today && endOf(duration) <= now)
  const unmarked = months
    .flatMap(({ data }) => data?.items ?? [])
    .filter((session) => !session.isAttendanceTaken && isAsked(session) && isOver(session))
    .toSorted((one, other) => Number(isOwn(other, coach)) - Number(isOwn(one, coach)) || latestFirst(one, other))

  // Nobody can be marked in a course without students: where more classes are found than counted, some are of such a course.
  const isMixed = isAny && months.every(({ isSuccess }) => isSuccess) && (isLonger || unmarked.length !== count)
  const courses = [...new Map(unmarked.toReversed().map((session) => [session.course._id, session._id]))]
    .toReversed()
    .slice(0, 2 * limit)
  const rolls = useQueries({
    queries: courses.map(([, session]) => ({
      ...callOptions(enrolments.students, { params: { class: session } }),
      enabled: isMixed,
    })),
  })
  const empty = new Set(
    courses.flatMap(([course], index) => (isMixed && rolls[index]?.data?.items.length === 0 ? [course] : [])),
  )
  const sessions = unmarked.filter(({ course, date }) => date < today && !empty.has(course._id))

  const asked = [waits, ...(isAny ? months : []), ...(isMixed ? rolls : [])]
  // What failed does not hold up the page, and what was drawn once stays.
  const isComing = asked.some(({ isPending, failureReason }) => isPending && !failureReason)
  const [isDrawn, setDrawn] = useState(false)
  if (!isDrawn && !isComing) setDrawn(true)
  return {
    sessions,
    shown: sessions.slice(0, limit),
    showMore: () => setLimit(limit + step),
    error: months.find(({ data, error }) => !data && error)?.error,
    isComing: isComing && !isDrawn,
  }
}
