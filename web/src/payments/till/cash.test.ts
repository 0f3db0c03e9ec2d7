import { expect, test } from 'vitest'
import { roundSums, senIn, shortText } from './cash.ts'

test.each([
  ['100', 10_000],
  ['100.5', 10_050],
  [' 1,000.05 ', 100_005],
  ['RM 50', 5_000],
  ['0', 0],
  ['', undefined],
  ['-5', undefined],
  ['1.005', undefined],
  ['fifty', undefined],
  ['12345678', undefined],
])('%j received is %j sen', (typed, amount) => {
  expect(senIn(typed)).toBe(amount)
})

test('what is too little says what is missing', () => {
  expect(shortText(8_000, 10_000)).toBe('RM 80.00 is not enough for RM 100.00: RM 20.00 are missing.')
  expect(shortText(10_000, 10_000)).toBeUndefined()
  expect(shortText(10_001, 10_000)).toBeUndefined()
})

test.each([
  [8_500, [9_000, 10_000]],
  [23_000, [25_000, 30_000]],
  [12_500, [13_000, 15_000, 20_000]],
  [12_050, [13_000, 15_000, 20_000]],
  [10_000, []],
  [0, []],
])('for %i sen these round sums are offered: %j', (price, sums) => {
  expect(roundSums(price)).toEqual(sums)
})
