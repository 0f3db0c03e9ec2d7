import { expect, test } from 'vitest'
import { balanceText, shortReason } from './effect-text.ts'

const move = (before: number, after: number) => ({ name: 'Tan Wei Ling', before, after })

test('the wallet is told before and after, by the name of its holder', () => {
  expect(balanceText(move(120, 110))).toBe('Wallet 120 → 110 (Tan Wei Ling)')
  expect(balanceText(move(-15, 1985))).toBe('Wallet −15 → 1,985 (Tan Wei Ling)')
})

test('what would go below zero says how much is missing; a debt may be lessened', () => {
  expect(shortReason(move(5, -5))).toBe('The wallet holds 5 credits, 5 less than the 10 needed')
  expect(shortReason(move(-5, -6))).toBe('The wallet holds −5 credits, 6 less than the 1 needed')
  expect(shortReason(move(5, 0))).toBeUndefined()
  expect(shortReason(move(-15, -5))).toBeUndefined()
})
