/** The ranges of days a calendar offers whole. Days are `YYYY-MM-DD`, business dates. */
import { addDays, dateOf, daysBetween, daysInMonth, partsOf, weekday } from '@academy/contract/courses/calendar.ts'

export type Days = [from: string, to: string]

/** What a range must keep to. */
export interface RangeLimits {
  min?: string | undefined
  max?: string | undefined
  /** The longest range in days, both ends counted. */
  most?: number | undefined
}

/** Weeks begin on Monday, as the calendar's do. */
const daysSinceMonday = (day: string) => (weekday(day) + 6) % 7

function monthOf(day: string): Days {
  const { year, month } = partsOf(day)
  return [dateOf(year, month, 1), dateOf(year, month, daysInMonth(year, month))]
}

function wholeRanges(today: string): [name: string, days: Days][] {
  const { year } = partsOf(today)
  const yesterday = addDays(today, -1)
  const monday = addDays(today, -daysSinceMonday(today))
  const thisMonth = monthOf(today)
  return [
    ['Today', [today, today]],
    ['Yesterday', [yesterday, yesterday]],
    ['This week', [monday, addDays(monday, 6)]],
    ['This month', thisMonth],
    ['Last month', monthOf(addDays(thisMonth[0], -1))],
    ['This year', [dateOf(year, 1, 1), dateOf(year, 12, 31)]],
  ]
}

/** The ranges with their names, each cut to the limits; those that keep no day, or too many, are left out. */
export function rangesFor(
  today: string,
  { min, max, most = Number.POSITIVE_INFINITY }: RangeLimits = {},
): { name: string; days: Days }[] {
  return wholeRanges(today).flatMap(([name, [first, last]]) => {
    const from = min && min > first ? min : first
    const to = max && max < last ? max : last
    return from <= to && daysBetween(from, to) < most ? [{ name, days: [from, to] }] : []
  })
}
