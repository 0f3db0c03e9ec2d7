import { addDays, planDates, weeklyDates } from '@academy/contract/courses/calendar.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { expect, test } from 'vitest'
import { forecastOf, forecastText } from './forecast.ts'

const tuesday = 2
const wednesday = 3
const duration = '17:00 - 18:30'
const holidays = ['2026-02-17', '2026-08-25', '2026-12-25']

const session = (date: string, part: Partial<ClassSession> = {}): ClassSession => ({
  _id: date,
  date,
  year: 2026,
  day: tuesday,
  duration,
  course: { _id: 'c', name: 'Taekwondo Junior', pictureDIR: null },
  mainInstructor: [],
  assistantInstructor: [],
  isReplacement: false,
  isAttendanceTaken: false,
  replacementDate: null,
  remark: null,
  holiday: null,
  warnings: [],
  ...part,
})
const tuesdays = planDates(weeklyDates(2026, tuesday), holidays).classes.map((date) => session(date))

test('a first assignment creates a class a week and leaves holidays out', () => {
  const forecast = forecastOf({ year: 2026, day: tuesday, duration, holidays, classes: [] })
  expect(forecast).toEqual({ created: 50, pending: 2, removed: 0, kept: 0 })
  expect(forecastText(forecast)).toEqual([
    '50 classes will be created.',
    '2 dates fall on holidays and wait for replacements.',
  ])
})

test('a reassignment takes every class away and plans the other weekday', () => {
  const forecast = forecastOf({ year: 2026, day: wednesday, duration, holidays, classes: tuesdays })
  expect(forecast).toEqual({ created: weeklyDates(2026, wednesday).length, pending: 0, removed: 50, kept: 0 })
})

test('a batch update leaves classes with attendance and gives their weeks no second class', () => {
  const taken = tuesdays.map((one) => ({ ...one, isAttendanceTaken: one.date < '2026-03-01' }))
  const range = { from: '2026-02-22', to: '2026-03-21' }
  const forecast = forecastOf({ year: 2026, day: wednesday, duration, range, holidays, classes: taken })
  // Four weeks; the first was attended on Tuesday 24 February.
  expect(forecast).toEqual({ created: 3, pending: 0, removed: 3, kept: 1 })
  expect(forecastText(forecast)).toEqual([
    'Classes without attendance: 3 now, 3 afterwards.',
    'None falls on a holiday.',
    '1 class with attendance stays as it is.',
  ])
})

test('a range of a single holiday creates nothing', () => {
  const range = { from: '2026-02-17', to: addDays('2026-02-17', 1) }
  const forecast = forecastOf({ year: 2026, day: tuesday, duration, range, holidays, classes: [] })
  expect(forecast).toEqual({ created: 0, pending: 1, removed: 0, kept: 0 })
  expect(forecastText(forecast)).toEqual([
    '0 classes will be created.',
    '1 date falls on a holiday and waits for a replacement.',
  ])
})
