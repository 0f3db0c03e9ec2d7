import { expect, test } from 'vitest'
import { documentFormats, formatWithoutNumber } from './document-formats.ts'
import { formatWarning, isStopped, numberOf, numbersRunningOut } from './numbers.ts'

test.each([
  ['OR-(yyyy)-{0000}', 7, 'OR-2026-0007'],
  ['OR(ddmmyyyy){0000}', 123, 'OR050320260123'],
  ['OR(ddmmyyy){0000}', 123, 'OR050320260123'],
  ['(ddmmyy)/{00}', 3, '050326/03'],
  ['(mmyyyy)-{000000}', 9999, '032026-009999'],
  ['(yy){0}', 12, '2612'],
  ['(yyyy)(yyyy) {0000} {0000}', 1, '20262026 0001 0001'],
  ['plain (xyz) (dd) {1} {}', 1, 'plain (xyz) (dd) {1} {}'],
])('%s with %i gives %s', (format, runningNo, expected) => {
  expect(numberOf(format, runningNo, '2026-03-05')).toBe(expected)
})

test.each(['ORD-(yyyy)', 'ORD-{}', 'ORD-{1}', 'ORD-0000'])('%s is no format: it has no running number', (format) => {
  const { schema } = documentFormats.fields.format
  expect(schema.safeParse(format).error?.issues.map(({ message }) => message)).toEqual([formatWithoutNumber])
  expect(schema.safeParse(`${format}{0}`).success).toBe(true)
})

test.each([
  [9900, 'The Order format has 99 numbers left before it must be reset.'],
  [9998, 'The Order format has 1 number left before it must be reset.'],
  [9999, 'The Order format has issued its last number 9999. Please reset its running number.'],
])('at %i the warning says what is left', (runningNo, words) => {
  expect(numbersRunningOut('Order', runningNo)).toBe(words)
})

test('a format that is disabled stops, whatever numbers it has left', () => {
  const order = { type: 'Order', running_no: 9, isDisable: false }
  expect([isStopped(order), formatWarning(order)]).toEqual([false, undefined])
  expect(formatWarning({ ...order, running_no: 9900 })).toContain('99 numbers left')
  const disabled = { ...order, isDisable: true }
  expect(isStopped(disabled)).toBe(true)
  expect(formatWarning(disabled)).toContain('The Order format is disabled')
})
