import { expect, test } from 'vitest'
import { changeOf } from './change.ts'

test.each([
  [112, 100, { isUp: true, text: '12%' }],
  [97, 100, { isUp: false, text: '3%' }],
  [1001, 1000, { isUp: true, text: 'under 1%' }],
  [300, 100, { isUp: true, text: '200%' }],
  [0, 100, { isUp: false, text: '100%' }],
  [100, 100, undefined],
  [5, 0, undefined],
])('%d after %d', (now, before, change) => {
  expect(changeOf(now, before)).toEqual(change)
})
