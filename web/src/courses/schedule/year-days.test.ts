import { yearRange } from '@academy/contract/courses/calendar.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { describe, expect, test } from 'vitest'
import {
  dayAfterKey,
  dayIn,
  daysOf,
  initialDay,
  isReplacementDay,
  isTakenDay,
  labelOf,
  monthIn,
  statusOf,
  weeksOf,
} from './year-days.ts'

const session = (date: string, part: Partial<ClassSession> = {}): ClassSession => ({
  _id: date,
  date,
  year: 2026,
  day: 2,
  duration: '17:00 - 18:30',
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

const days = daysOf({
  classes: [
    session('2026-08-18', { isAttendanceTaken: true }),
    session('2026-08-29', { isReplacement: true, replacementDate: '2026-02-17' }),
    session('2026-09-16'),
  ],
  holidays: [
    { date: '2026-08-25', holidayName: 'Maulidur Rasul' },
    { date: '2026-09-16', holidayName: 'Malaysia Day' },
  ],
  pending: ['2026-08-25'],
})
const day = (date: string) => dayIn(days, date)

describe('a day', () => {
  test('says its holiday and that its class waits for a replacement', () => {
    expect(labelOf(day('2026-08-25'))).toBe('Tuesday, 25 August 2026, Maulidur Rasul, Class to be replaced')
  })
  test('says its class, when it is and whether attendance was taken', () => {
    expect(labelOf(day('2026-08-18'))).toBe('Tuesday, 18 August 2026, Class 17:00 - 18:30 attendance taken')
    expect(labelOf(day('2026-08-29'))).toBe('Saturday, 29 August 2026, Replacement class 17:00 - 18:30')
  })
  test('without anything is only its date', () => {
    expect(labelOf(day('2026-01-02'))).toBe('Friday, 2 January 2026')
  })
  test.each([
    ['2026-08-18', 'class'],
    ['2026-08-25', 'holiday'],
    ['2026-09-16', 'class-on-holiday'],
    ['2026-09-17', 'plain'],
  ])('%s looks like a %s', (date, look) => {
    expect(statusOf(day(date))).toBe(look)
  })
  test('is filled only when attendance was taken in every class of it', () => {
    expect(isTakenDay(day('2026-08-18'))).toBe(true)
    expect(isTakenDay(day('2026-08-29'))).toBe(false)
    expect(isTakenDay(day('2026-01-02'))).toBe(false)
    const both = daysOf({
      classes: [session('2026-03-03', { isAttendanceTaken: true }), session('2026-03-03')],
      holidays: [],
      pending: [],
    })
    expect(isTakenDay(dayIn(both, '2026-03-03'))).toBe(false)
  })
  test('is round only when every class of it is a replacement', () => {
    expect(isReplacementDay(day('2026-08-29'))).toBe(true)
    expect(isReplacementDay(day('2026-08-18'))).toBe(false)
    expect(isReplacementDay(day('2026-01-02'))).toBe(false)
    const both = daysOf({
      classes: [session('2026-03-03'), session('2026-03-03', { isReplacement: true })],
      holidays: [],
      pending: [],
    })
    expect(isReplacementDay(dayIn(both, '2026-03-03'))).toBe(false)
  })
  test('knows a holiday from its class when the set of holidays has none', () => {
    const known = daysOf({ classes: [session('2026-05-05', { holiday: 'Fair' })], holidays: [], pending: [] })
    expect(statusOf(dayIn(known, '2026-05-05'))).toBe('class-on-holiday')
  })
})

describe('the weeks of January', () => {
  test('begin with the eve of the year in its own column', () => {
    // 2026 begins on a Thursday.
    expect(weeksOf(2026, 1)[0]).toEqual([null, null, null, '2025-12-31', '2026-01-01', '2026-01-02', '2026-01-03'])
  })
  test('have a week for the eve alone when the year begins on a Sunday', () => {
    expect(weeksOf(2023, 1).slice(0, 2)).toEqual([
      [null, null, null, null, null, null, '2022-12-31'],
      ['2023-01-01', '2023-01-02', '2023-01-03', '2023-01-04', '2023-01-05', '2023-01-06', '2023-01-07'],
    ])
  })
  test.each([2020, 2023, 2024, 2026, 2028, 2034])('together with the others hold every day of %i once', (year) => {
    const drawn = Array.from({ length: 12 }, (_, index) => weeksOf(year, index + 1))
      .flat(2)
      .filter((date) => date !== null)
    expect(new Set(drawn).size).toBe(drawn.length)
    expect(drawn.length).toBe(year % 4 === 0 ? 367 : 366)
    expect([drawn[0], drawn.at(-1)]).toEqual([yearRange(year).from, yearRange(year).to])
  })
  test('draw the eve in January', () => {
    expect(monthIn(2026, '2025-12-31')).toBe(1)
    expect(monthIn(2026, '2026-12-31')).toBe(12)
  })
})

describe('a key', () => {
  test.each([
    ['ArrowLeft', '2026-03-01', '2026-02-28'],
    ['ArrowRight', '2026-02-28', '2026-03-01'],
    ['ArrowUp', '2026-03-03', '2026-02-24'],
    ['ArrowDown', '2026-02-24', '2026-03-03'],
    ['PageDown', '2026-01-31', '2026-02-28'],
    ['PageUp', '2026-03-31', '2026-02-28'],
    ['Home', '2026-11-20', '2026-11-15'],
    ['End', '2026-11-20', '2026-11-21'],
  ])('%s leads from %s to %s', (key, from, to) => {
    expect(dayAfterKey(2026, from, { key })).toBe(to)
  })
  test.each([
    ['ArrowLeft', '2025-12-31', '2025-12-31'],
    ['ArrowUp', '2026-01-05', '2025-12-31'],
    ['PageUp', '2026-01-20', '2025-12-31'],
    ['ArrowDown', '2026-12-28', '2026-12-31'],
    ['PageDown', '2026-12-01', '2026-12-31'],
    ['ArrowRight', '2026-12-31', '2026-12-31'],
    ['Home', '2026-01-01', '2025-12-31'],
    ['End', '2026-12-31', '2026-12-31'],
  ])('%s from %s does not leave the calendar', (key, from, to) => {
    expect(dayAfterKey(2026, from, { key })).toBe(to)
  })
  test('Home and End with Ctrl go to the ends of the calendar', () => {
    expect(dayAfterKey(2026, '2026-05-05', { key: 'Home', ctrlKey: true })).toBe('2025-12-31')
    expect(dayAfterKey(2026, '2026-05-05', { key: 'End', ctrlKey: true })).toBe('2026-12-31')
  })
  test('that means nothing here leads nowhere', () => {
    expect(dayAfterKey(2026, '2026-05-05', { key: 'a' })).toBeUndefined()
    expect(dayAfterKey(2026, '2026-05-05', { key: 'ArrowUp', ctrlKey: true })).toBeUndefined()
  })
})

test('the tab key lands on today, or on the first of January of another year', () => {
  expect(initialDay(2026, '2026-11-21')).toBe('2026-11-21')
  expect(initialDay(2027, '2026-11-21')).toBe('2027-01-01')
  expect(initialDay(2027, '2026-12-31')).toBe('2026-12-31')
})
