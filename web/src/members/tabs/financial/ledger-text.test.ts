import { walletKinds } from '@academy/contract/wallet/rules.ts'
import { describe, expect, test } from 'vitest'
import { counterpartText, entryText, kindOptions, signed } from './ledger-text.ts'

describe('the ledger as it is read', () => {
  test('every kind of entry has words of its own', () => {
    const words = walletKinds.map((kind) => entryText({ kind }))
    expect(new Set(words).size).toBe(walletKinds.length)
    expect(words.filter((text, place) => text === walletKinds[place])).toEqual([])
    expect(kindOptions().map(({ label }) => label)).toEqual(words)
  })

  test('credit shows its sign', () => {
    expect([1200, -20, 0].map(signed)).toEqual(['+1,200', '−20', '0'])
  })

  test('a reversal and what it takes back name each other, with their Malaysian day', () => {
    const original = { _id: 'a', no: 4, at: '2026-11-20T16:30:00.000Z', kind: 'attendance', credit: -20 }
    const reversal = { _id: 'b', no: 7, at: '2026-11-21T01:05:00.000Z', kind: 'attendance-reversed', credit: 20 }
    expect(counterpartText({ reverses: 'a', counterpart: original })).toBe(
      'Takes back Class attended of 21-11-2026 00:30, −20',
    )
    expect(counterpartText({ reverses: null, counterpart: reversal })).toBe(
      'Taken back by Class charge taken back of 21-11-2026 09:05, +20',
    )
    expect(counterpartText({ reverses: null, counterpart: null })).toBeUndefined()
  })
})
