import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test('names from right to left keep to themselves, and all else stays as it is', () => {
  expect(isolated('Wallet of محمد علي 100 → 200')).toBe('Wallet of \u2068محمد علي\u2069 100 → 200')
  expect(isolated('محمد (Child), דוד 3')).toBe('\u2068محمد\u2069 (Child), \u2068דוד\u2069 3')
  expect(isolated('Tan Wei 陈伟, RM 10.00')).toBe('Tan Wei 陈伟, RM 10.00')
})
