/** A calendar month, `YYYY-MM`. */
import { z } from 'zod'
import { dateOf, daysInMonth, months } from '../courses/calendar.ts'
import type { DateRange } from './report.ts'

const message = 'Month must be one from 2000-01 to 2099-12, such as 2026-10'

export const monthShape = /^20\d\d-(0[1-9]|1[0-2])$/
export const month = () => z.string({ error: message }).regex(monthShape, message)
export const isMonth = (text: string | undefined): text is string => text !== undefined && monthShape.test(text)

export const monthOf = (date: string): string => date.slice(0, 7)

const partsOf = (of: string) => ({ year: Number(of.slice(0, 4)), month: Number(of.slice(5)) })

/** The first and the last day of a year, or of its month (1-12) where one is given. */
export function daysOfYear(year: number, month?: number): DateRange {
  const last = month ?? 12
  return { startDate: dateOf(year, month ?? 1, 1), endDate: dateOf(year, last, daysInMonth(year, last)) }
}

/** Its first and its last day. */
export function daysOf(of: string): DateRange {
  const { year, month } = partsOf(of)
  return daysOfYear(year, month)
}

/** `October 2026`. */
export function monthWords(of: string): string {
  const { year, month } = partsOf(of)
  return `${months[month - 1]} ${year}`
}

/** So many months later, earlier with a negative number. */
export function monthsLater(of: string, count: number): string {
  const { year, month } = partsOf(of)
  const index = year * 12 + month - 1 + count
  return monthOf(dateOf(Math.floor(index / 12), (index % 12) + 1, 1))
}
