import { type ClassSession, schedule } from '@academy/contract/courses/schedule.ts'
import { isMonth } from '@academy/contract/reports/month.ts'
import { useState } from 'react'
import { useCall } from '../platform/client/query.ts'
import { useToday } from '../platform/client/today.ts'
import { isOwn, useOwnCoach } from './own-classes.ts'

/** More are not marked one by one. */
const most = 200
/** At first, and with each further step. */
const step = 10

/** As the server sorts them. */
const latestFirst = (one: ClassSession, other: ClassSession) =>
  other.date.localeCompare(one.date) ||
  other.duration.localeCompare(one.duration) ||
  one.course.name.localeCompare(other.course.name)

/**
 * The classes of earlier days that nobody marked, a coach's own first: those that the menu counts, or of the month that is
 * given as 2026-10. What is marked here stays among them until the page is left: that somebody was marked wrong is noticed
 * right after.
 */
export function useEarlierClasses(month?: string) {
  const today = useToday()
  const coach = useOwnCoach()
  const [limit, setLimit] = useState(step)
  const [noted, setNoted] = useState<readonly ClassSession[]>([])
  const of = isMonth(month) ? { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) } : {}
  const { data, error, isPending, failureReason } = useCall(schedule.classes, {
    query: { ...of, unmarked: true, sort: '-date,-duration,+course', limit: most },
  })
  // Those of today stand above.
  const unmarked = (data?.items ?? []).filter(({ date }: ClassSession) => date < today)
  const marked = noted.filter(({ _id }) => !unmarked.some((session) => session._id === _id))
  const sessions = [...unmarked, ...marked.map((session) => ({ ...session, isAttendanceTaken: true }))]
    .toSorted(latestFirst)
    .toSorted((one, other) => Number(isOwn(other, coach)) - Number(isOwn(one, coach)))
  const total = (data?.total ?? 0) - (data?.items.length ?? 0) + unmarked.length
  const shown = sessions.slice(0, limit)
  return {
    sessions,
    shown,
    more: total + marked.length - shown.length,
    showMore: () => setLimit(limit + step),
    noteMarked: (session: ClassSession) => setNoted([...noted.filter(({ _id }) => _id !== session._id), session]),
    total,
    error: data ? null : error,
    /** What failed does not hold up the page. */
    isComing: isPending && !failureReason,
  }
}
