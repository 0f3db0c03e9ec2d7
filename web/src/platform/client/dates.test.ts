import { expect, test } from 'vitest'
import { showPhone } from './dates.ts'

test.each([
  ['0123456789', '012-345 6789'],
  ['01123456789', '011-2345 6789'],
  ['0312345678', '03-1234 5678'],
  ['60123456789', '+60 12-345 6789'],
  ['6561234567', '6561234567'],
  ['+65 6123 4567', '+65 6123 4567'],
  ['', '-'],
  [null, '-'],
])('the phone number %s is shown as %s', (stored, shown) => {
  expect(showPhone(stored)).toBe(shown)
})
