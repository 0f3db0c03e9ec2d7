import { expect, test } from 'vitest'
import { optionalInteger } from './field.ts'
import { numberIn, wholeNumber } from './number.ts'

const said = (schema: ReturnType<typeof wholeNumber>, given: unknown) => {
  const { success, data, error } = schema.safeParse(given)
  return success ? data : error.issues[0]?.message
}

test('a whole number is taken as such or as text, and anything else is refused with its reason', () => {
  const credit = wholeNumber({ required: 'Package credit is required' })
  for (const given of [12, '12', ' 12 ', '012', '+12']) expect(said(credit, given), String(given)).toBe(12)
  for (const given of [undefined, null, '', '  ', true, [12], {}])
    expect(said(credit, given)).toBe('Package credit is required')
  for (const given of [2.5, '2.5', '1e3', '2,5', '١٢', 'twelve', '-', '1 2', '0x10'])
    expect(said(credit, given), String(given)).toBe('Must be a whole number')
  for (const given of [-10, '-10']) expect(said(credit, given)).toBe('Value must be positive')
  for (const given of [99_999_999_999, '99999999999']) expect(said(credit, given)).toBe('Must be at most 1000000')
})

test('a number that may be left out is refused in the same words', () => {
  const { schema } = optionalInteger('Extra Credit')
  for (const given of [undefined, null, '', ' ']) expect(schema.safeParse(given).success).toBe(true)
  expect(schema.safeParse('5').data).toBe(5)
  for (const given of ['2.5', '1e3', 2.5])
    expect(schema.safeParse(given).error?.issues[0]?.message).toBe('Must be a whole number')
})

test('a text that is no number stays as it was typed', () => {
  for (const text of ['1e3', '2,5', '١٢', ' twelve', '-', '--5']) expect(numberIn(text)).toBe(text)
  expect(numberIn('-2.5')).toBe(-2.5)
})
