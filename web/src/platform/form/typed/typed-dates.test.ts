import { expect, test } from 'vitest'
import { dayProblem, parseDay, parseTime, timeProblem } from './typed-dates.ts'
import { bothDaysProblem, daysProblem, timesProblem } from './typed-ranges.ts'

test.each([
  ['31-01-2026', '2026-01-31'],
  ['31/1/2026', '2026-01-31'],
  ['1/2/2026', '2026-02-01'],
  ['01.02.2026', '2026-02-01'],
  ['31012026', '2026-01-31'],
  ['20260131', '2026-01-31'],
  ['2026-01-31', '2026-01-31'],
  ['2026/1/5', '2026-01-05'],
  [' 29-02-2028 ', '2028-02-29'],
])('%s is a day', (text, meant) => expect(parseDay(text)).toBe(meant))

test.each(['31-02-2026', '29-02-2026', '31-01-26', '1-2/2026', '32012026', 'tomorrow', '31-01-0026', '', '2026'])(
  '%s is no day',
  (text) => expect(parseDay(text)).toBeUndefined(),
)

test.each([
  ['9:30', '09:30'],
  ['09:30', '09:30'],
  ['0930', '09:30'],
  ['930', '09:30'],
  ['9.30', '09:30'],
  ['21:05', '21:05'],
  ['9:30pm', '21:30'],
  ['9 am', '09:00'],
  ['12:15 AM', '00:15'],
  ['12 p.m.', '12:00'],
])('%s is a time', (text, meant) => expect(parseTime(text)).toBe(meant))

test.each(['25:00', '9:75', '9', '13pm', '0 am', 'noon', '09300', ''])('%s is no time', (text) =>
  expect(parseTime(text)).toBeUndefined(),
)

test.each(['2026-11-21T16:00:00Z', '2026/11/22'])('%s is not yet the day of a field', (text) => {
  expect(dayProblem(text)).toMatch(/is not a date/)
})

test('what is refused says why', () => {
  expect(dayProblem('31-02-2026')).toBe('31-02-2026 is not a date. Use DD-MM-YYYY.')
  expect(dayProblem('2026-02-31', { format: 'YYYY/MM/DD' })).toBe('2026-02-31 is not a date. Use YYYY/MM/DD.')
  expect(dayProblem('x'.repeat(50))).toBe(`${'x'.repeat(40)}... is not a date. Use DD-MM-YYYY.`)
  expect(dayProblem('2026-02-02', { max: '2026-02-01' })).toBe('02-02-2026 is too late. The last day is 01-02-2026.')
  expect(dayProblem('2026-02-02', { min: '2026-02-03' })).toBe('02-02-2026 is too early. The first day is 03-02-2026.')
  expect(daysProblem(['2026-01-01', 'soon'])).toBe('soon is not a date. Use DD-MM-YYYY.')
  expect(daysProblem(['2026-01-02', '2026-01-01'])).toBe('The range must end on or after the day it starts')
  expect(timeProblem('25:00')).toBe('25:00 is not a time. Use HH:MM.')
  expect(timesProblem('09:30 - noon')).toBe('noon is not a time. Use HH:MM.')
})

test('what is right, or not there, is not refused', () => {
  for (const value of [null, undefined, '', '2026-02-02']) {
    expect(dayProblem(value, { min: '2026-02-02', max: '2026-02-02' })).toBeUndefined()
  }
  for (const value of [null, ['2026-01-01', ''], ['2026-01-01', '2026-01-01']])
    expect(daysProblem(value)).toBeUndefined()
  for (const value of [null, '', '09:30']) expect(timeProblem(value)).toBeUndefined()
  for (const value of [null, '', '09:30 - 10:30']) expect(timesProblem(value)).toBeUndefined()
})

test('half a range is refused where both its ends are needed', () => {
  for (const value of ['09:30 - ', ' - 10:30']) expect(timesProblem(value)).toBe('Enter both ends')
  for (const value of [
    ['2026-01-01', ''],
    ['', '2026-01-01'],
  ])
    expect(bothDaysProblem(value)).toBe('Enter both ends')
  expect(bothDaysProblem(['soon', ''])).toMatch(/^soon is not a date/)
})
