import { expect, test } from 'vitest'
import { shortReason } from './short-reason.ts'

test('what would go below zero says how much is missing; a debt may be lessened', () => {
  expect(shortReason(5, -5)).toBe('The wallet holds 5 credits, 5 less than the 10 needed')
  expect(shortReason(-5, -6)).toBe('The wallet holds −5 credits, 6 less than the 1 needed')
  expect(shortReason(5, 0)).toBeUndefined()
  expect(shortReason(-15, -5)).toBeUndefined()
})
