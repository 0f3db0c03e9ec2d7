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

/**
 * The classes of earlier days that nobody marked, a coach's own first: those that the menu counts, or of the month that is
 * given as 2026-10.
 */
export function useEarlierClasses(month?: string) {
  const today = useToday()
  const coach = useOwnCoach()
  const [limit, setLimit] = useState(step)
  const of = isMonth(month) ? { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) } : {}
  const { data, error, isPending, failureReason } = useCall(schedule.classes, {
    query: { ...of, unmarked: true, sort: '-date,-duration,+course', limit: most },
  })
  // Those of today stand above.
  const sessions = (data?.items ?? [])
    .filter(({ date }: ClassSession) => date < today)
    .toSorted((one, other) => Number(isOwn(other, coach)) - Number(isOwn(one, coach)))
  return {
    sessions,
    shown: sessions.slice(0, limit),
    showMore: () => setLimit(limit + step),
    total: (data?.total ?? 0) - (data?.items.length ?? 0) + sessions.length,
    error: data ? null : error,
    /** What failed does not hold up the page. */
    isComing: isPending && !failureReason,
  }
}
