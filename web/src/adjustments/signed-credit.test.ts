import { expect, test } from 'vitest'
import { signedBy, splitSign } from './signed-credit.ts'

test('a typed sign chooses the operator, and the amount follows it', () => {
  expect(splitSign('-5', '+')).toEqual({ operator: '-', amount: '5' })
  expect(splitSign('−5', '+')).toEqual({ operator: '-', amount: '5' })
  expect(splitSign(' +5', '-')).toEqual({ operator: '+', amount: '5' })
  expect(splitSign('5', '-')).toEqual({ operator: '-', amount: '5' })
  expect(signedBy('-', '5')).toBe(-5)
  expect(signedBy('+', ' 12 ')).toBe(12)
})

test('what is no whole number is handed on as it was typed, to be refused', () => {
  expect(signedBy('-', '2.5')).toBe(-2.5)
  for (const typed of ['1e3', '2,5', '-5', '١٢']) expect(signedBy('-', typed)).toBe(typed)
  expect(signedBy('-', ' ')).toBeNull()
})
