import { addDays, isDate, weekday } from '@academy/contract/courses/calendar.ts'
import { holidayEntry } from '@academy/contract/holidays/holidays.ts'
import { states } from '@academy/contract/lists/states.ts'
import { describe, expect, test } from 'vitest'
import { holidayPreset, isProvisional } from './preset.ts'
import { in2026, in2027 } from './preset-days.ts'

const dates = (year: number, state?: string) => (holidayPreset(year, state) ?? []).map((holiday) => holiday.date)
const nameOn = (date: string, state?: string) =>
  holidayPreset(Number(date.slice(0, 4)), state)?.find((holiday) => holiday.date === date)?.holidayName

test('there is a preset for every state and federal territory', () => {
  expect(states).toHaveLength(16)
  for (const state of states) {
    expect(dates(2026, state).length).toBeGreaterThanOrEqual(18)
    expect(dates(2027, state).length).toBeGreaterThanOrEqual(17)
  }
})

test.each([2026, 2027])(
  'the entries of %i can be saved as they are: real dates of the year, in order, each once',
  (year) => {
    for (const state of [undefined, ...states]) {
      const preset = holidayPreset(year, state) ?? []
      const list = preset.map((holiday) => holiday.date)
      expect(list).toEqual([...new Set(list)].sort())
      expect(list.every((date) => isDate(date) && date.startsWith(`${year}-`))).toBe(true)
      for (const entry of preset) expect(holidayEntry.parse(entry)).toEqual(entry)
    }
  },
)

test('every state named by code is one of the sixteen, and none twice', () => {
  const known = 'JHR KDH KTN MLK NSN PHG PNG PRK PLS SGR TRG SBH SWK KUL LBN PJY'.split(' ')
  for (const day of [...in2026, ...in2027]) {
    const named = (day.in ?? day.except ?? known.join(' ')).split(' ')
    expect(named.filter((code) => !known.includes(code))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  }
})

describe('2026', () => {
  test('without a state is what most states keep', () => {
    expect(dates(2026)).toEqual([
      '2026-01-01',
      '2026-02-17',
      '2026-02-18',
      '2026-03-20',
      '2026-03-21',
      '2026-03-22',
      '2026-03-23',
      '2026-05-01',
      '2026-05-27',
      '2026-05-31',
      '2026-06-01',
      '2026-06-02',
      '2026-06-17',
      '2026-08-25',
      '2026-08-31',
      '2026-09-16',
      '2026-11-08',
      '2026-11-09',
      '2026-12-25',
    ])
  })

  test('has the days in lieu of 2 February and 23 March where they were given', () => {
    expect(nameOn('2026-02-02', 'Selangor')).toBe('Thaipusam (in lieu)')
    expect(nameOn('2026-02-02', 'Labuan')).toBe('Federal Territory Day (in lieu)')
    expect(nameOn('2026-02-02', 'Kuala Lumpur')).toBe('Federal Territory Day (in lieu) / Thaipusam (in lieu)')
    expect(nameOn('2026-02-02', 'Kedah')).toBeUndefined()
    expect(nameOn('2026-03-23', 'Pulau Pinang')).toBe('Hari Raya Aidilfitri (Second Day, in lieu)')
    expect(nameOn('2026-03-23', 'Johor')).toBe('Birthday of the Sultan of Johor')
  })

  test('differs between the states', () => {
    expect(nameOn('2026-11-08', 'Sarawak')).toBeUndefined()
    expect(nameOn('2026-06-01', 'Sarawak')).toBe('Birthday of the Yang di-Pertuan Agong / Gawai Dayak')
    expect(nameOn('2026-01-01', 'Kelantan')).toBeUndefined()
    expect(nameOn('2026-12-11', 'Selangor')).toBe('Birthday of the Sultan of Selangor')
  })
})

describe('2027', () => {
  test('is marked as provisional, 2026 is not', () => {
    expect([isProvisional(2026), isProvisional(2027)]).toEqual([false, true])
  })

  test('has Aidilfitri on 10 March, and Wesak and Thaipusam', () => {
    expect(nameOn('2027-03-10')).toBe('Hari Raya Aidilfitri')
    expect(nameOn('2027-05-20')).toBe('Wesak Day')
    expect(nameOn('2027-01-22', 'Selangor')).toBe('Thaipusam')
  })
})

test('a day in lieu never falls on a state’s own days of rest, and follows one that did', () => {
  const friday = ['Kedah', 'Kelantan', 'Terengganu']
  for (const year of [2026, 2027]) {
    for (const state of states) {
      const kept = new Set(dates(year, state))
      const rest = friday.includes(state) ? [5, 6] : [6, 0]
      for (const { holidayName, date } of holidayPreset(year, state) ?? []) {
        if (!holidayName.includes('in lieu')) continue
        expect(rest).not.toContain(weekday(date))
        let before = addDays(date, -1)
        while (kept.has(before) && !rest.includes(weekday(before))) before = addDays(before, -1)
        expect(rest).toContain(weekday(before))
      }
    }
  }
})

test('another year or an unknown state has no preset', () => {
  expect(holidayPreset(2024)).toBeUndefined()
  expect(holidayPreset(2026, 'Singapore')).toBeUndefined()
  expect(holidayPreset(2026, '__proto__')).toBeUndefined()
})
