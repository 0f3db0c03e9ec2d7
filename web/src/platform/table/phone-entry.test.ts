import { expect, test } from 'vitest'
import { partsOf } from './PhoneEntry.tsx'

test('the name first, the first figure at its right, the state under it, two more in the second line', () => {
  const parts = partsOf([
    { key: 'receivedAt' },
    { key: 'createdBy', phone: 'name' },
    { key: 'packageTitle' },
    { key: 'amount', align: 'right' },
    { key: 'creditPurchase', align: 'right' },
    { key: 'status' },
    { key: 'orNo' },
  ])
  expect([...parts].sort()).toEqual(
    [
      ['receivedAt', 'line'],
      ['createdBy', 'name'],
      ['packageTitle', 'line'],
      ['amount', 'figure'],
      ['creditPurchase', 'none'],
      ['status', 'tag'],
      ['orNo', 'none'],
    ].sort(),
  )
})
