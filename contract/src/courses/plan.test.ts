import { addDays, weekday, weeklyDates } from '@academy/contract/courses/calendar.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planRange, type RemainingClass } from './plan.ts'

const stays = (date: string, more: Partial<RemainingClass> = {}): RemainingClass => ({
  date,
  starts: '18:00',
  isAttendanceTaken: true,
  isReplacement: false,
  replacementDate: null,
  ...more,
})
const wholeYear = (year: number) => ({ from: `${year - 1}-12-31`, to: `${year}-12-31` })
const weekOf = (date: string) => addDays(date, -weekday(date))

test('every week is held once: by a class that stays, a new one, or a pending date', () => {
  const days = fc.integer({ min: 0, max: 6 })
  const picked = fc.array(fc.integer({ min: 0, max: 52 }), { maxLength: 20 })
  fc.assert(
    fc.property(fc.integer({ min: 2020, max: 2040 }), days, days, picked, picked, (year, was, day, stay, off) => {
      const attended = weeklyDates(year, was).filter((_, index) => stay.includes(index))
      const holidays = weeklyDates(year, day).filter((_, index) => off.includes(index))
      const range = wholeYear(year)
      const plan = planRange({
        year,
        range,
        day,
        starts: '18:00',
        holidays,
        remaining: attended.map((date) => stays(date)),
      })
      const planned = [...plan.classes, ...plan.pending]
      const weeks = [...attended, ...planned].map(weekOf)
      expect(new Set(weeks).size).toBe(weeks.length)
      for (const date of weeklyDates(year, day)) expect(weeks).toContain(weekOf(date))
      expect(plan.classes.some((date) => holidays.includes(date))).toBe(false)
    }),
  )
})

test('a class of the range that was not attended does not hold its week', () => {
  const outside = stays('2026-06-02', { isAttendanceTaken: false })
  const range = { from: '2026-06-03', to: '2026-06-09' }
  const plan = planRange({ year: 2026, range, day: 4, starts: '18:00', holidays: [], remaining: [outside] })
  expect(plan).toEqual({ classes: ['2026-06-04'], pending: [] })
})

test('a replacement holds the week it makes up for and not the one it is in', () => {
  const made = stays('2026-06-13', { isReplacement: true, replacementDate: '2026-06-02' })
  const range = { from: '2026-06-01', to: '2026-06-14' }
  const plan = planRange({ year: 2026, range, day: 4, starts: '18:00', holidays: [], remaining: [made] })
  expect(plan).toEqual({ classes: ['2026-06-11'], pending: [] })
})

test('a day on which the course meets at that time already waits for a replacement', () => {
  const other = stays('2026-06-11', { isReplacement: true, replacementDate: '2026-02-17' })
  const range = { from: '2026-06-08', to: '2026-06-14' }
  const at = (starts: string) => planRange({ year: 2026, range, day: 4, starts, holidays: [], remaining: [other] })
  expect(at('18:00')).toEqual({ classes: [], pending: ['2026-06-11'] })
  expect(at('20:00')).toEqual({ classes: ['2026-06-11'], pending: [] })
})
