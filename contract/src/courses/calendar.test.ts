import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  datesBetween,
  daysBetween,
  daysInMonth,
  displayDate,
  isDate,
  isLeapYear,
  longDate,
  monthGrid,
  planDates,
  weekday,
  weeklyDates,
  yearRange,
} from './calendar.ts'

const years = fc.integer({ min: 1900, max: 2200 })
const dates = fc
  .tuple(years, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, day]) => {
    const last = daysInMonth(year, month)
    return `${year}-${String(month).padStart(2, '0')}-${String(Math.min(day, last)).padStart(2, '0')}`
  })

describe('days', () => {
  test('are real days of the calendar', () => {
    expect(['2024-02-29', '2000-02-29', '2026-12-31', '1981-12-31'].filter(isDate)).toHaveLength(4)
    const wrong = ['2026-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-4-1', '0000-01-01']
    expect(wrong.concat('', '2026-01-01T00:00', ' 2026-01-01', '2026-01-01\n').filter(isDate)).toEqual([])
  })

  test('agree with the platform on weekday and distance', () => {
    fc.assert(
      fc.property(dates, dates, (a, b) => {
        expect(daysBetween(a, b)).toBe((Date.parse(b) - Date.parse(a)) / 86_400_000)
        // 1970-01-04 was a Sunday
        const days = Date.parse(a) / 86_400_000 - 3
        expect(weekday(a)).toBe(((days % 7) + 7) % 7)
      }),
    )
  })

  test('move forth and back again', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -2000, max: 2000 }), (date, days) => {
        const moved = addDays(date, days)
        expect(isDate(moved)).toBe(true)
        expect(daysBetween(date, moved)).toBe(days)
        expect(addDays(moved, -days)).toBe(date)
      }),
    )
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })

  test('refuse what is no date', () => {
    expect(() => addDays('2026-02-30', 1)).toThrow('Not a date: 2026-02-30')
    expect(() => displayDate('yesterday')).toThrow(RangeError)
  })

  test('between two days, both included', () => {
    expect(datesBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    expect(datesBetween('2026-03-01', '2026-02-27')).toEqual([])
  })

  test('are shown as the screens show them', () => {
    expect(displayDate('2026-11-21')).toBe('21-11-2026')
    expect(displayDate('2026-08-25', '/')).toBe('25/08/2026')
    expect(longDate('2026-08-25')).toBe('Tuesday, 25 August 2026')
  })
})

describe('a year of weekly classes', () => {
  test('has 53 on the weekday it starts on, and on the next one in a leap year, else 52', () => {
    fc.assert(
      fc.property(years, fc.integer({ min: 0, max: 6 }), (year, day) => {
        const first = weekday(`${year}-01-01`)
        const extra = day === first || (isLeapYear(year) && day === (first + 1) % 7)
        const list = weeklyDates(year, day)
        expect(list).toHaveLength(extra ? 53 : 52)
        expect(list.every((date) => date.startsWith(`${year}-`) && weekday(date) === day)).toBe(true)
        expect(new Set(list).size).toBe(list.length)
      }),
    )
    expect(weeklyDates(2026, 4)).toHaveLength(53)
    expect(weeklyDates(2028, 0)).toHaveLength(53)
    expect(weeklyDates(2026, 6).at(0)).toBe('2026-01-03')
  })

  test('leaves holidays out and counts them as pending replacements', () => {
    const { classes, pending } = planDates(weeklyDates(2026, 2), ['2026-02-17', '2026-08-25', '2026-02-18'])
    expect(pending).toEqual(['2026-02-17', '2026-08-25'])
    expect(classes).toHaveLength(50)
    expect(classes).not.toContain('2026-02-17')
  })

  test('loses no week whatever the holidays are', () => {
    fc.assert(
      fc.property(years, fc.integer({ min: 0, max: 6 }), fc.array(dates, { maxLength: 40 }), (year, day, holidays) => {
        const { classes, pending } = planDates(weeklyDates(year, day), holidays)
        expect([...classes, ...pending].sort()).toEqual(weeklyDates(year, day))
        expect(classes.some((date) => holidays.includes(date))).toBe(false)
      }),
    )
  })

  test('is shown from the last day of the prior year', () => {
    expect(yearRange(2026)).toEqual({ from: '2025-12-31', to: '2026-12-31' })
  })
})

test('a month grid holds each day once, under its weekday', () => {
  fc.assert(
    fc.property(years, fc.integer({ min: 1, max: 12 }), (year, month) => {
      const grid = monthGrid(year, month)
      expect(grid.every((week) => week.length === 7 && week.some((date) => date !== null))).toBe(true)
      expect(grid.every((week) => week.every((date, column) => date === null || weekday(date) === column))).toBe(true)
      expect(grid.flat().filter((date) => date !== null)).toHaveLength(daysInMonth(year, month))
    }),
  )
  expect(monthGrid(2026, 2)).toHaveLength(4)
  expect(monthGrid(2026, 8)).toHaveLength(6)
})
