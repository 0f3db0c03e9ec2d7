import { expect, test } from 'vitest'
import { receivedProblem, roundSums, senIn } from './cash.ts'

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

test('what is too little says what is missing, what is far too much asks to be checked', () => {
  expect(receivedProblem(8_000, 10_000)).toBe('RM 80.00 is not enough for RM 100.00: RM 20.00 is missing.')
  expect(receivedProblem(10_000, 10_000)).toBeUndefined()
  expect(receivedProblem(19_999, 10_000)).toBeUndefined()
  expect(receivedProblem(20_000, 10_000)).toBe(
    'RM 200.00 for RM 100.00 would be RM 100.00 change. Please check what was received.',
  )
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
