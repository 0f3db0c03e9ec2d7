import { expect, test } from 'vitest'
import { readDay, readTime } from './dates.ts'
import { day, duration, time } from './query.ts'

test.each([
  ['2026-11-22', '2026-11-22'],
  ['22-11-2026', '2026-11-22'],
  ['2026/11/22', '2026-11-22'],
  [' 22-11-2026 ', '2026-11-22'],
  ['29-02-2028', '2028-02-29'],
  // Midnight in Kuala Lumpur, as a browser there sends it.
  ['2026-11-21T16:00:00.000Z', '2026-11-22'],
  ['2026-11-22T00:00:00+08:00', '2026-11-22'],
  ['2026-11-21T11:00:00-05:00', '2026-11-22'],
  ['2026-11-22T15:59:59Z', '2026-11-22'],
  // Birth dates: the country was at UTC+7:30 until the end of 1981.
  ['1975-05-31T16:30:00.000Z', '1975-06-01'],
  ['1975-06-01', '1975-06-01'],
])('%s is the day %s', (given, expected) => {
  expect(readDay(given)).toEqual({ value: expected })
})

test.each([
  ['31-02-2026', /calendar/],
  ['2026-13-01', /calendar/],
  ['11-22-2026', /calendar/],
  ['0226-11-22', /calendar/],
  ['03/04/2026', /two ways/],
  ['25/12/2026', /two ways/],
  ['2026-11-22T08:00:00', /time zone/],
  ['2026-02-30T08:00:00Z', /not a date/],
  ['2026-11-22T25:00:00Z', /not a date/],
  // Midnight at UTC+8, which was still the evening before in 1975.
  ['1975-05-31T16:00:00Z', /two days/],
  ['22-11-26', /not a date/],
  ['2026-11', /not a date/],
  ['20261122', /not a date/],
  ['tomorrow', /not a date/],
  ['', /not a date/],
])('%s is refused with the reason', (given, reason) => {
  expect(readDay(given)).toEqual({ problem: expect.stringMatching(reason) })
})

test.each([
  ['09:30', '09:30'],
  ['09:30:00', '09:30'],
  ['09:30:59', '09:30'],
  ['2026-11-22T01:30:00Z', '09:30'],
  ['2026-11-22T09:30:00+08:00', '09:30'],
])('%s is the time %s', (given, expected) => {
  expect(readTime(given)).toEqual({ value: expected })
})

test.each(['9:30', '24:00', '09:60', '0930', '09:30:61', '2026-11-22T09:30:00', ''])('%s is no time', (given) => {
  expect(readTime(given)).toHaveProperty('problem')
})

test('a schema keeps one form, and says what is wrong in words', () => {
  expect(day().parse('22-11-2026')).toBe('2026-11-22')
  expect(time().parse('18:00:00')).toBe('18:00')
  expect(day('Date is required').safeParse(undefined).error?.issues[0]?.message).toBe('Date is required')
  expect(day('Date is required').safeParse('').error?.issues[0]?.message).toBe('Date is required')
  expect(
    day('Date is required')
      .safeParse('31-02-2026')
      .error?.issues.map(({ message }) => message),
  ).toEqual(['Date is not a day of the calendar.'])
})

test.each([
  ['18:00 - 19:00'],
  ['18:00 -19:00'],
  ['18:00-19:00'],
  ['18:00:00 - 19:00:00'],
  [['18:00', '19:00']],
  [['18:00:00', '19:00:00']],
  [{ start: '18:00', end: '19:00' }],
])('%j is the time from 18:00 to 19:00', (given) => {
  expect(duration().parse(given)).toBe('18:00 - 19:00')
})

test.each(['19:00 - 18:00', '18:00 - 18:00', '18:00', 'evening', ''])('%s is no span of a day', (given) => {
  expect(duration().safeParse(given).success).toBe(false)
})

test('a body full of blanks is no span of a day, which is known without looking at each of them from each of them', () => {
  expect(duration().safeParse(`${' '.repeat(500_000)}x`).success).toBe(false)
})
