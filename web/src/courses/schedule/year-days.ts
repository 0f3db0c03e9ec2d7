/** The year calendar without its rendering: what each day is, its label, where a key leads. */
import {
  addDays,
  dateOf,
  longDate,
  monthGrid,
  partsOf,
  weekday,
  yearRange,
} from '@academy/contract/courses/calendar.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { addMonths } from '@academy/contract/wallet/rules.ts'

export interface YearDay {
  date: string
  holiday: string | null
  /** Almost always none or one. */
  classes: readonly ClassSession[]
  /** A class of this day waits for a replacement. */
  isPending: boolean
}

interface YearFacts {
  classes: readonly ClassSession[]
  holidays: readonly { date: string; holidayName: string }[]
  /** Dates that wait for a replacement class. */
  pending: readonly string[]
}

/** The days with a holiday, class or pending date, by date. */
export function daysOf({ classes, holidays, pending }: YearFacts): Map<string, YearDay> {
  const days = new Map<string, YearDay>()
  const change = (date: string, part: Partial<YearDay>) => days.set(date, { ...dayIn(days, date), ...part })
  for (const { date, holidayName } of holidays) change(date, { holiday: holidayName })
  for (const date of pending) change(date, { isPending: true })
  for (const one of classes) {
    const { classes: others, holiday } = dayIn(days, one.date)
    change(one.date, { classes: [...others, one], holiday: holiday ?? one.holiday })
  }
  return days
}

/** A day of the calendar, an empty one when nothing is known about it. */
export const dayIn = (days: ReadonlyMap<string, YearDay>, date: string): YearDay =>
  days.get(date) ?? { date, holiday: null, classes: [], isPending: false }

type DayStatus = 'plain' | 'holiday' | 'class' | 'class-on-holiday'

/** Holidays are gray, classes blue, red when they fall on a holiday. */
export function statusOf({ holiday, classes }: YearDay): DayStatus {
  if (classes.length > 0) return holiday ? 'class-on-holiday' : 'class'
  return holiday ? 'holiday' : 'plain'
}

/** Attendance was taken in every class of the day. */
export const isTakenDay = ({ classes }: YearDay): boolean =>
  classes.length > 0 && classes.every((one) => one.isAttendanceTaken)

export const isReplacementDay = ({ classes }: YearDay): boolean =>
  classes.length > 0 && classes.every((one) => one.isReplacement)

/** `Tuesday, 25 August 2026, Maulidur Rasul, Class to be replaced`. */
export function labelOf(day: YearDay): string {
  const classes = day.classes.map((one) =>
    [one.isReplacement ? 'Replacement class' : 'Class', one.duration, one.isAttendanceTaken ? 'attendance taken' : '']
      .filter(Boolean)
      .join(' '),
  )
  return [longDate(day.date), day.holiday, ...classes, day.isPending && 'Class to be replaced']
    .filter(Boolean)
    .join(', ')
}

/** The weeks of a month of the calendar; January's begin with the last day of the previous year. */
export function weeksOf(year: number, month: number): (string | null)[][] {
  const weeks = monthGrid(year, month)
  if (month !== 1) return weeks
  const eve = yearRange(year).from
  const column = weekday(eve)
  const [first = [], ...rest] = weeks
  const withEve = (week: (string | null)[]) => week.map((date, index) => (index === column ? eve : date))
  // When the year begins on a Sunday, the previous Saturday gets a week of its own.
  return column === 6 ? [withEve(first.map(() => null)), first, ...rest] : [withEve(first), ...rest]
}

/** The month of the calendar a day is drawn in, 1-12. */
export const monthIn = (year: number, date: string): number => (date < dateOf(year, 1, 1) ? 1 : partsOf(date).month)

const moves: Record<string, (date: string) => string> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
  Home: (date) => addDays(date, -weekday(date)),
  End: (date) => addDays(date, 6 - weekday(date)),
}

/**
 * The day a key leads to, always within the calendar; undefined for other keys. Home and End go to the ends of the
 * week, with Ctrl to those of the calendar.
 */
export function dayAfterKey(
  year: number,
  date: string,
  { key, ctrlKey = false }: { key: string; ctrlKey?: boolean },
): string | undefined {
  const { from, to } = yearRange(year)
  if (ctrlKey) return key === 'Home' ? from : key === 'End' ? to : undefined
  const next = moves[key]?.(date)
  if (next === undefined) return undefined
  if (next < from) return from
  if (next > to) return to
  return next
}

/** The initial tab stop: today, or the first of January of another year. */
export function initialDay(year: number, today: string): string {
  const { from, to } = yearRange(year)
  return today >= from && today <= to ? today : dateOf(year, 1, 1)
}
