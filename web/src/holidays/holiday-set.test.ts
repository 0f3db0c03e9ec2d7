import { expect, test } from 'vitest'
import { dateProblem, entriesOf, sortedEntries, withPreset } from './holiday-set.ts'

const newYear = { holidayName: "New Year's Day", date: '2027-01-01' }
const labour = { holidayName: 'Labour Day', date: '2027-05-01' }

test('a date outside of the year is told in the words of the specification', () => {
  expect(dateProblem('2026-12-31', 2027, [])).toBe('All holiday dates must fall within the year 2027.')
  expect(dateProblem('2027-12-31', 2027, [])).toBeUndefined()
})

test('a date that another holiday has is told, one of its own is not', () => {
  expect(dateProblem(labour.date, 2027, [newYear, labour])).toBeUndefined()
  expect(dateProblem(labour.date, 2027, [labour, { ...labour, holidayName: 'Again' }])).toBe(
    'Another holiday has this date',
  )
})

test('a missing date or year is no matter of this rule', () => {
  expect(dateProblem(null, 2027, [{}, {}])).toBeUndefined()
  expect(dateProblem('2027-01-01', undefined, undefined)).toBeUndefined()
})

test('rows are sorted by date, those without one last', () => {
  const undated = { holidayName: 'When?', date: null }
  expect(sortedEntries([undated, labour, newYear])).toEqual([newYear, labour, undated])
})

test('a preset adds the days that are missing and keeps what was written', () => {
  const own = { holidayName: 'Our own name', date: labour.date }
  expect(withPreset([own, {}, { holidayName: ' sports day', date: null }], [newYear, labour])).toEqual({
    rows: [newYear, own, { holidayName: ' sports day', date: null }],
    added: 1,
    known: 1,
  })
})

test('anything that is no list of rows is none', () => {
  expect(entriesOf(undefined)).toEqual([])
  expect(entriesOf('2027-01-01')).toEqual([])
  expect(entriesOf([newYear, null, 3])).toEqual([newYear])
})
