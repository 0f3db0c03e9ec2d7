/**
 * Business days as plain `YYYY-MM-DD` text, computed on the civil calendar. No `Date` is involved: midnight in one time
 * zone is the day before in another.
 */

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** A range that is to have no beginning begins here: nothing in the portal is older. */
export const firstDay = '2000-01-01'

/** Days before each month of a common year. */
const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365] as const

const shape = /^(\d{4})-(\d{2})-(\d{2})$/

/** Year, month 1-12 and day of a date; throws a RangeError for text that is no date of the calendar. */
export function partsOf(date: string): { year: number; month: number; day: number } {
  const match = shape.exec(date)
  const [year, month, day] = match ? match.slice(1).map(Number) : []
  if (year === undefined || month === undefined || day === undefined) throw new RangeError(`Not a date: ${date}`)
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) {
    throw new RangeError(`Not a date: ${date}`)
  }
  return { year, month, day }
}

/** `YYYY-MM-DD`; the parts must be a date of the calendar. */
export function dateOf(year: number, month: number, day: number): string {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  partsOf(text)
  return text
}

/** Whether the text is a real day of the calendar written `YYYY-MM-DD`: 2026-02-29 is not. */
export function isDate(text: string): boolean {
  try {
    partsOf(text)
    return true
  } catch {
    return false
  }
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Month 1-12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2 && isLeapYear(year)) return 29
  return (daysBefore[month] ?? Number.NaN) - (daysBefore[month - 1] ?? Number.NaN)
}

/** Days from 0001-01-01 (day 1, a Monday) in the Gregorian calendar. */
function dayNumber(date: string): number {
  const { year, month, day } = partsOf(date)
  const past = year - 1
  const leapDay = month > 2 && isLeapYear(year) ? 1 : 0
  const years = past * 365 + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400)
  return years + (daysBefore[month - 1] ?? 0) + leapDay + day
}

function dateOfDayNumber(number: number): string {
  let year = Math.max(1, Math.floor(number / 365.2425))
  while (dayNumber(dateOf(year, 12, 31)) < number) year += 1
  let rest = number - dayNumber(dateOf(year, 1, 1)) + 1
  let month = 1
  while (rest > daysInMonth(year, month)) {
    rest -= daysInMonth(year, month)
    month += 1
  }
  return dateOf(year, month, rest)
}

/** 0 is Sunday. */
export function weekday(date: string): number {
  return dayNumber(date) % 7
}

export function addDays(date: string, days: number): string {
  return dateOfDayNumber(dayNumber(date) + days)
}

/** Days from one date to the other, negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

/** Every date from `from` to `to`, both included; none when `to` is earlier. */
export function datesBetween(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, index) => addDays(from, index))
}

/** The dates of one weekday (0 is Sunday) in a range, both ends included. */
function weeklyDatesIn(from: string, to: string, day: number): string[] {
  const first = addDays(from, (day - weekday(from) + 7) % 7)
  return Array.from({ length: Math.max(0, Math.floor(daysBetween(first, to) / 7) + 1) }, (_, week) =>
    addDays(first, week * 7),
  )
}

/** The 52 or 53 dates of one weekday (0 is Sunday) from 1 January to 31 December. */
export function weeklyDates(year: number, day: number): string[] {
  return weeklyDatesIn(dateOf(year, 1, 1), dateOf(year, 12, 31), day)
}

/** Splits dates into those that get a class and those on a holiday, which need a replacement. */
export function planDates(
  dates: readonly string[],
  holidays: Iterable<string>,
): { classes: string[]; pending: string[] } {
  const free = new Set(holidays)
  return { classes: dates.filter((date) => !free.has(date)), pending: dates.filter((date) => free.has(date)) }
}

/** The range of the scheduling calendar: the last day of the prior year to 31 December. */
export function yearRange(year: number): { from: string; to: string } {
  return { from: dateOf(year - 1, 12, 31), to: dateOf(year, 12, 31) }
}

/** The weeks of a month, Sunday first; `null` where the week belongs to a neighbouring month. */
export function monthGrid(year: number, month: number): (string | null)[][] {
  const lead = weekday(dateOf(year, month, 1))
  const days = daysInMonth(year, month)
  return Array.from({ length: Math.ceil((lead + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const day = week * 7 + column - lead + 1
      return day >= 1 && day <= days ? dateOf(year, month, day) : null
    }),
  )
}

/** `21-11-2026`, or `21/11/2026` with a slash as holidays are shown. */
export function displayDate(date: string, separator: '-' | '/' = '-'): string {
  partsOf(date)
  return date.split('-').reverse().join(separator)
}

/** `Tuesday, 25 August 2026`, for labels that are read aloud. */
export function longDate(date: string): string {
  const { year, month, day } = partsOf(date)
  return `${weekdays[weekday(date)]}, ${day} ${months[month - 1]} ${year}`
}
