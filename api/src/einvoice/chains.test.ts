import { expect, test } from 'vitest'
import { chainsOf, follows } from './chains.ts'

const receipts = (...numbers: string[]) => numbers.map((orNo) => ({ orNo, amount: 100 }))
const lines = (...days: string[][]) =>
  chainsOf(days.map((day) => receipts(...day))).map(({ first, last, receipts: count, amount }) => [
    `${first} - ${last}`,
    count,
    amount,
  ])

test.each([
  ['OR-2026-0001', 'OR-2026-0002', true],
  ['OR-9', 'OR-10', true],
  ['0099/A', '0100/A', true],
  ['OR-2026-0001', 'OR-2026-0003', false],
  ['OR-2026-0001', 'OR-2026-0001', false],
  ['OR-2026-0002', 'OR-2026-0001', false],
  ['OR-2026-9999', 'OR-2027-10000', false],
  ['A-0001', 'B-0002', false],
  ['OR-0009', 'OR-10', false],
  ['no number', 'no number', false],
])('after %s comes %s: %s', (before, after, is) => expect(follows(before, after)).toBe(is))

test('receipts without a gap are one line, whatever the order they were read in', () => {
  expect(lines(['OR-3', 'OR-1', 'OR-2'], ['OR-4', 'OR-6'])).toEqual([
    ['OR-1 - OR-4', 4, 400],
    ['OR-6 - OR-6', 1, 100],
  ])
  expect(lines()).toEqual([])
})

test('a day in the numbers parts the lines by day, and 10 comes after 9', () => {
  expect(lines(['01102026-0010', '01102026-0009'], ['02102026-0011'])).toEqual([
    ['01102026-0009 - 01102026-0010', 2, 200],
    ['02102026-0011 - 02102026-0011', 1, 100],
  ])
  expect(lines(['OR-10', 'OR-9'])).toEqual([['OR-9 - OR-10', 2, 200]])
})
