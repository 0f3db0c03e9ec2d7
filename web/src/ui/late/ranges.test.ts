import { describe, expect, test } from 'vitest'
import { rangesFor } from './ranges.ts'

const named = (today: string, limits?: Parameters<typeof rangesFor>[1]) =>
  Object.fromEntries(rangesFor(today, limits).map(({ name, days }) => [name, days.join(' ')]))

describe('ranges of days', () => {
  test('in the middle of a week, a month and a year', () => {
    expect(named('2026-11-25')).toEqual({
      Today: '2026-11-25 2026-11-25',
      Yesterday: '2026-11-24 2026-11-24',
      'This week': '2026-11-23 2026-11-29',
      'This month': '2026-11-01 2026-11-30',
      'Last month': '2026-10-01 2026-10-31',
      'This year': '2026-01-01 2026-12-31',
    })
    expect(rangesFor('2026-11-25').map(({ name }) => name)).toEqual([
      'Today',
      'Yesterday',
      'This week',
      'This month',
      'Last month',
      'This year',
    ])
  })

  test('on the first and the last day of a year', () => {
    expect(named('2027-01-01')).toMatchObject({
      Yesterday: '2026-12-31 2026-12-31',
      'This week': '2026-12-28 2027-01-03',
      'This month': '2027-01-01 2027-01-31',
      'Last month': '2026-12-01 2026-12-31',
      'This year': '2027-01-01 2027-12-31',
    })
    expect(named('2026-12-31')).toMatchObject({
      'This week': '2026-12-28 2027-01-03',
      'Last month': '2026-11-01 2026-11-30',
    })
  })

  test('a week has its Sunday at the end, and February its leap day', () => {
    expect(named('2026-11-22')['This week']).toBe('2026-11-16 2026-11-22')
    expect(named('2026-11-23')['This week']).toBe('2026-11-23 2026-11-29')
    expect(named('2028-03-31')).toMatchObject({
      'Last month': '2028-02-01 2028-02-29',
      'This year': '2028-01-01 2028-12-31',
    })
    expect(named('2026-03-01')).toMatchObject({
      Yesterday: '2026-02-28 2026-02-28',
      'Last month': '2026-02-01 2026-02-28',
    })
  })

  test('ends where a day may not be chosen, and begins there', () => {
    expect(named('2026-11-25', { max: '2026-11-25' })).toMatchObject({
      'This week': '2026-11-23 2026-11-25',
      'This month': '2026-11-01 2026-11-25',
      'This year': '2026-01-01 2026-11-25',
    })
    expect(named('2026-11-25', { min: '2026-11-25' })).toEqual({
      Today: '2026-11-25 2026-11-25',
      'This week': '2026-11-25 2026-11-29',
      'This month': '2026-11-25 2026-11-30',
      'This year': '2026-11-25 2026-12-31',
    })
  })

  test('is not offered when it is longer than a range may be', () => {
    expect(named('2028-12-25', { most: 31 })).toMatchObject({ 'This month': '2028-12-01 2028-12-31' })
    expect(named('2028-12-25', { most: 31 })['This year']).toBeUndefined()
    expect(named('2028-12-25', { most: 366 })['This year']).toBe('2028-01-01 2028-12-31')
    expect(named('2028-12-25', { most: 365 })['This year']).toBeUndefined()
    expect(Object.keys(named('2026-10-01', { most: 30 }))).toEqual(['Today', 'Yesterday', 'This week', 'Last month'])
  })
})
