/** Work that is done again and again, and when it is due. */
import { businessDate, later, startOfDay } from '../runtime/clock.ts'

/** Milliseconds from the end of one run to the next, or a time of the academy's day: of each, or of the first of a month. */
export type Schedule = { every: number } | { daily: TimeOfDay } | { monthly: TimeOfDay }
type TimeOfDay = `${number}:${number}`

export interface Job {
  name: string
  schedule: Schedule
  /** Milliseconds until it is tried again after a failure, where not the usual. */
  again?: number
  /**
   * Resolves with what was done, if there is something to tell, and with what the next run wants to know. Rejects where it
   * is to be tried again, with NotPossible where it cannot be done here.
   */
  run(signal: AbortSignal): Promise<string | undefined | { result: string; details: unknown }>
}

const minute = 60_000
const day = 24 * 60 * minute

/** When a job is due next that ended just now. */
export function nextRun(schedule: Schedule, now: Date): Date {
  if ('every' in schedule) return later(now, schedule.every)
  const time = 'daily' in schedule ? schedule.daily : schedule.monthly
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const onDay = (date: string) => later(new Date(startOfDay(date)), (hours * 60 + minutes) * minute)
  const date = businessDate(now)
  if ('daily' in schedule) return onDay(date) > now ? onDay(date) : later(onDay(date), day)
  const first = onDay(`${date.slice(0, 7)}-01`)
  // Whatever its length, 32 days later it is the month after.
  return first > now ? first : onDay(`${businessDate(later(first, 32 * day)).slice(0, 7)}-01`)
}
