import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testPortal } from '../../test/support/portal.ts'
import { nextNumber } from './numbers.ts'

const portal = await testPortal()
afterAll(() => portal.close())

const set = (values: { runningNo?: number; format?: string; isDisable?: boolean }) =>
  portal.run((tx) =>
    tx.change({ section: 't', docType: 't', action: 't', description: 't' }, (on) =>
      on().updateTable('documentFormat').set(values).where('type', '=', 'Order').execute(),
    ),
  )
const lastOf = async (type: string) => {
  const [row] = await portal.run((tx) =>
    tx.query<{ runningNo: number }>(sql`select running_no from document_format where type = ${type}`),
  )
  return row?.runningNo
}

test('the three formats are there from the first start', async () => {
  expect(await portal.run((tx) => nextNumber(tx, 'Official Receipt'))).toBe('OR-2026-0001')
  expect(await portal.run((tx) => nextNumber(tx, 'Official Receipt'))).toBe('OR-2026-0002')
  expect(await portal.run((tx) => nextNumber(tx, 'Order'))).toBe('ORD-2026-0001')
  expect(await portal.run((tx) => nextNumber(tx, 'Credit Adjustment'))).toBe('CA-2026-0001')
})

test('a number carries the business date, which is a day ahead of Greenwich in the evening', async () => {
  await set({ format: 'O(ddmmyyyy)/{00000}', runningNo: 41 })
  portal.clock.set('2026-12-31T16:00:00Z')
  expect(await portal.run((tx) => nextNumber(tx, 'Order'))).toBe('O01012027/00042')
  portal.clock.set('2026-11-20T04:00:00Z')
})

test('forty at once get forty numbers without a gap', async () => {
  await set({ format: '{0000}', runningNo: 0 })
  const numbers = await Promise.all(Array.from({ length: 40 }, () => portal.run((tx) => nextNumber(tx, 'Order'))))
  expect(numbers.toSorted()).toEqual(Array.from({ length: 40 }, (_, index) => String(index + 1).padStart(4, '0')))
})

test('a number issued in a transaction that failed is issued again', async () => {
  await set({ runningNo: 7 })
  const failing = portal.run(async (tx) => {
    await nextNumber(tx, 'Order')
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await lastOf('Order')).toBe(7)
})

test('after 9999 the format has to be reset', async () => {
  await set({ format: '{0000}', runningNo: 9998 })
  expect(await portal.run((tx) => nextNumber(tx, 'Order'))).toBe('9999')
  await expect(portal.run((tx) => nextNumber(tx, 'Order'))).rejects.toMatchObject({
    statusCode: 409,
    message: 'The Order format has issued its last number 9999. Please reset its running number.',
  })
  expect(await lastOf('Order')).toBe(9999)
})

test('a disabled format issues nothing, and says where it is enabled', async () => {
  await set({ runningNo: 12, isDisable: true })
  await expect(portal.run((tx) => nextNumber(tx, 'Order'))).rejects.toMatchObject({
    statusCode: 409,
    message: 'The Order format is disabled, so no number can be issued. Please enable it under Doc Format first.',
  })
  expect(await lastOf('Order')).toBe(12)
  await set({ isDisable: false })
  expect(await portal.run((tx) => nextNumber(tx, 'Order'))).toBe('0013')
})
