import { expect, test } from 'vitest'
import { listedChange, walletChange } from './wallet-change.ts'

test('a wallet is told before and after, by the name of its holder', () => {
  expect(walletChange('Tan Wei Ling', 120, 110)).toBe('Wallet 120 → 110 (Tan Wei Ling)')
  expect(listedChange('Tan Wei Ling', -15, 1985)).toBe('Tan Wei Ling: wallet −15 → 1,985')
})
