import { expect, test } from 'vitest'
import { isBirthday } from './identity.ts'

test('a birthday is the day on which somebody becomes older; of 29 February in other years 1 March', () => {
  expect(isBirthday('2016-11-20', '2026-11-20')).toBe(true)
  expect(['2026-11-19', '2026-11-21', '2016-11-20'].some((day) => isBirthday('2016-11-20', day))).toBe(false)
  expect(['2026-02-28', '2026-03-01', '2028-02-29', '2028-03-01'].map((day) => isBirthday('2016-02-29', day))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isBirthday('2017-01-01', '2027-01-01')).toBe(true)
  expect(isBirthday(null, '2026-11-20')).toBe(false)
})
