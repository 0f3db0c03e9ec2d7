import { walletKinds } from '@academy/contract/wallet/rules.ts'
import type { LedgerEntry } from '@academy/contract/wallet/wallet.ts'
import { describe, expect, test } from 'vitest'
import { reversalWords, signed, whatWords } from './ledger-words.ts'

const entry = (over: Partial<LedgerEntry>): LedgerEntry => ({
  _id: 'a',
  at: '2026-11-20T16:30:00.000Z',
  kind: 'attendance',
  credit: -20,
  balanceAfter: 100,
  cause: { type: 'attendance', _id: null, label: 'Taekwondo Junior' },
  by: 'mei',
  note: null,
  reverses: null,
  ...over,
})

describe('the ledger as it is read', () => {
  test('every kind of entry has words of its own', () => {
    const words = walletKinds.map((kind) => whatWords({ kind }))
    expect(new Set(words).size).toBe(walletKinds.length)
    expect(words.filter((text, place) => text === walletKinds[place])).toEqual([])
  })

  test('credit shows its sign', () => {
    expect([1200, -20, 0].map(signed)).toEqual(['+1,200', '-20', '0'])
  })

  test('a reversal names what it takes back, with its Malaysian day', () => {
    const original = entry({})
    const reversal = entry({ _id: 'b', kind: 'attendance-reversed', credit: 20, reverses: 'a' })
    expect(reversalWords(reversal, [reversal, original])).toBe('Takes back Class attended of 21-11-2026 00:30, -20')
    expect(reversalWords(reversal, [reversal])).toBe('Takes back an earlier entry of -20')
    expect(reversalWords(original, [reversal, original])).toBeUndefined()
  })
})
