import fc from 'fast-check'
import { toCardinal } from 'n2words/en-US'
import { expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'

test('an amount is spelled as a Malaysian receipt spells it', () => {
  expect([12_050, 5, 10_000, 123_456_789, 0, 100, 2_115].map(amountInWords)).toEqual([
    'RINGGIT MALAYSIA ONE HUNDRED TWENTY AND SEN FIFTY ONLY',
    'RINGGIT MALAYSIA SEN FIVE ONLY',
    'RINGGIT MALAYSIA ONE HUNDRED ONLY',
    'RINGGIT MALAYSIA ONE MILLION TWO HUNDRED THIRTY-FOUR THOUSAND FIVE HUNDRED SIXTY-SEVEN AND SEN EIGHTY-NINE ONLY',
    'RINGGIT MALAYSIA ZERO ONLY',
    'RINGGIT MALAYSIA ONE ONLY',
    'RINGGIT MALAYSIA TWENTY-ONE AND SEN FIFTEEN ONLY',
  ])
})

test('the words of any amount are those of an independent library', () => {
  const whole = fc.oneof(fc.nat(99), fc.nat(9_999), fc.nat(99_999_999), fc.integer({ min: 1, max: 9_999_999_999 }))
  fc.assert(
    fc.property(whole, fc.nat(99), (ringgit, sen) => {
      const whole = ringgit > 0 || sen === 0 ? [toCardinal(ringgit)] : []
      const part = sen > 0 ? [`sen ${toCardinal(sen)}`] : []
      const expected = `ringgit malaysia ${[...whole, ...part].join(' and ')} only`
      expect(amountInWords(ringgit * 100 + sen)).toBe(expected.toUpperCase())
    }),
    { numRuns: 2000 },
  )
})

test('only whole sen that are not negative have words', () => {
  for (const amount of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => amountInWords(amount)).toThrow(RangeError)
})
