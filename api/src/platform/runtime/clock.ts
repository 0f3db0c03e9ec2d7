/** The only source of the current time, injected everywhere so that tests can set it. */
export interface Clock {
  now(): Date
  /** The business date `YYYY-MM-DD` in Asia/Kuala_Lumpur. */
  today(): string
}

export const timezone = 'Asia/Kuala_Lumpur'

// Malaysia has kept UTC+8 without daylight saving since 1982, and no instant here is older.
const offset = 8 * 60 * 60 * 1000

/** The business date an instant falls on. */
export const businessDate = (instant: Date): string => new Date(instant.getTime() + offset).toISOString().slice(0, 10)

/** The time of day `HH:mm` at an instant. */
export const businessTime = (instant: Date): string => new Date(instant.getTime() + offset).toISOString().slice(11, 16)

/** An instant of ISO text as the screens show it: `20-11-2026 12:05`. */
export const shownInstant = (at: string): string => {
  const instant = new Date(at)
  return `${businessDate(instant).replace(/^(\d+)-(\d+)-(\d+)$/, '$3-$2-$1')} ${businessTime(instant)}`
}

/** The first instant of a business date, as ISO text. */
export const startOfDay = (date: string): string => new Date(`${date}T00:00:00+08:00`).toISOString()

/** The instant at which a business date ends. */
export const endOfDay = (date: string): string => later(new Date(startOfDay(date)), 24 * 60 * 60 * 1000).toISOString()

/** The instant some milliseconds later. */
export const later = (instant: Date, milliseconds: number): Date => new Date(instant.getTime() + milliseconds)

export const systemClock: Clock = {
  now: () => new Date(),
  today: () => businessDate(new Date()),
}

/** A clock that stands still until set, for tests and for the demo academy's past. */
export function fixedClock(at: string): Clock & { set(at: string): void } {
  let instant = new Date(at)
  return {
    now: () => new Date(instant),
    today: () => businessDate(instant),
    set: (next) => {
      instant = new Date(next)
    },
  }
}
