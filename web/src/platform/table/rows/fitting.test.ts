import { expect, test } from 'vitest'
import { leaving, leavingOrder } from './fitting.ts'

const columns = [
  { key: 'name' },
  { key: 'icNo', stays: 1 },
  { key: 'phoneNo', stays: 3 },
  { key: 'wallet', stays: 4 },
  { key: 'isDisable' },
  { key: 'tmNo' },
  { key: 'coach' },
]
const order = leavingOrder(columns)

test('the rightmost leave first, then those with a rank, the state last; the first one stays', () => {
  expect(order).toEqual(['coach', 'tmNo', 'icNo', 'phoneNo', 'wallet', 'isDisable'])
})

test('what leads the entry of a phone leaves last: the name never, figure and state after all others', () => {
  const payments = [
    { key: 'receivedAt', stays: 2 },
    { key: 'createdBy', phone: 'name' as const },
    { key: 'packageTitle' },
    { key: 'amount', align: 'right' as const },
    { key: 'status' },
  ]
  expect(leavingOrder(payments)).toEqual(['packageTitle', 'receivedAt', 'amount', 'status'])
})

test('as many leave as it takes, and what opens a row needs room as well', () => {
  const widths = new Map(columns.map(({ key }) => [key, 100]))
  expect([...leaving(order, widths, 50, 750)]).toEqual([])
  expect([...leaving(order, widths, 50, 749)]).toEqual(['coach'])
  expect([...leaving(order, widths, 50, 697)]).toEqual(['coach', 'tmNo'])
  expect([...leaving(order, widths, 50, 10)]).toEqual(order)
  expect([...leaving(order, widths, 50, 650, 'never')]).toEqual(['coach'])
  expect([...leaving(order, widths, 50, 797, 'always')]).toEqual(['coach'])
  expect([...leaving(order, widths, 50, 798, 'always')]).toEqual([])
})
