import type { Overview } from '@academy/contract/dashboard/dashboard.ts'

type Unmarked = Overview['unmarkedClasses']['items'][number]

/** A class on the timeline; `present` once it is marked. */
export interface Held extends Unmarked {
  present?: number
}

/** How a class stands: over and not marked, under way, marked, or to come. */
export type Moment = 'late' | 'now' | 'marked' | 'ahead'

/** Earlier classes not marked and those of today, in the order of time. */
export function timeline({ todayClasses, unmarkedClasses }: Overview, today: string): Held[] {
  const ofToday = todayClasses.map(
    ({ isAttendanceTaken, present, ...one }): Held => ({
      ...one,
      date: today,
      ...(isAttendanceTaken ? { present } : {}),
    }),
  )
  const earlier = unmarkedClasses.items.filter(({ date }) => date < today)
  return [...earlier, ...ofToday].toSorted((one, other) =>
    `${one.date} ${one.duration}`.localeCompare(`${other.date} ${other.duration}`),
  )
}

/** `now` as HH:mm. */
export function momentOf({ date, duration, present }: Held, today: string, now: string): Moment {
  const [starts = '', ends = ''] = duration.split(' - ')
  if (present !== undefined) return 'marked'
  if (date < today || ends <= now) return 'late'
  return starts <= now ? 'now' : 'ahead'
}
