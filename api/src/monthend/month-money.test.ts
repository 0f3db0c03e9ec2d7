import type { MonthPoint } from '@academy/contract/monthend/rules.ts'
import { expiringIn } from '@academy/contract/reports/expiry-report.ts'
import { afterAll, expect, test } from 'vitest'
import { academyIn } from '../../test/support/academy.ts'
import { cashDesk } from '../../test/support/payments/cashdesk.ts'
import { testPortal } from '../../test/support/portal.ts'
import { adultWith } from '../../test/support/wallets.ts'
import { verifyPayment } from '../payments/payments.ts'
import { unzip } from '../platform/sheets/index.ts'

const portal = await testPortal()
afterAll(() => portal.close())
portal.clock.set('2026-10-30T04:00:00Z')
const academy = await academyIn(portal)
const seller = cashDesk(portal, await portal.as(), academy)
const coach = await seller.newCoach('Siti')
const [kept = '', open = ''] = await seller.received(coach, 2)
await portal.run((tx) => verifyPayment(tx, kept))
await adultWith(portal, 7, '2026-10-31')
await adultWith(portal, 7, '2026-11-01')
portal.clock.set('2026-11-02T04:00:00Z')
const owner = await portal.as()

const stateOf = async () => (await owner.get('/month-end?month=2026-10')).json()
const openOf = async (...keys: MonthPoint[]) => {
  const { points } = await stateOf()
  return keys.map((key) => points.find((point: { key: string }) => point.key === key).count)
}
const pack = async () => (await owner.get(`/month-end/${(await stateOf()).closed._id}/pack`)).rawPayload
const filesIn = (archive: Buffer) => unzip(archive, { entries: 100, inflated: 50_000_000 })

test('orders, cash, days and expired credit are counted until they are done', async () => {
  // One order waits, both are one coach’s cash of one day, and one wallet has expired.
  expect(await openOf('orders', 'cash', 'unreconciled', 'expired', 'books')).toEqual([1, 1, 1, 1, 1])
  // What a point leads to is what it counts.
  const linesOf = async (path: string) => (await owner.get(`/report/${path}`)).json().total
  const days = 'reconciliation-report?startDate=2026-10-01&endDate=2026-10-31'
  expect(await linesOf(`${days}&isOpen=true`)).toBe(1)
  const expired = { ...expiringIn('2026-10-31', { from: null, to: 0 }) }
  expect(await linesOf(`expiry-report?${new URLSearchParams(expired)}`)).toBe(1)
  expect((await owner.put(`/payment/direct/${open}`, { isPay: true, isRejected: false })).statusCode).toBe(200)
  expect(await openOf('orders', 'cash', 'unreconciled')).toEqual([0, 1, 1])
  const closed = await owner.post('/cash-close', {
    day: '2026-10-30',
    coach,
    payments: [kept, open],
    counted: '200.00',
  })
  expect(closed.statusCode, closed.body).toBe(201)
  expect(await openOf('cash', 'unreconciled')).toEqual([0, 0])
  expect([await linesOf(days), await linesOf(`${days}&isOpen=true`)]).toEqual([1, 0])
  expect((await owner.post('/books', {})).statusCode).toBe(201)
  await portal.portal.background.settled()
  expect(await openOf('books')).toEqual([0])
})

test('a payment that is cancelled after the close is taken back in the open month and names the closed one', async () => {
  const answer = await owner.post('/month-end', {
    month: '2026-10',
    remark: 'The family was asked about the expired credit',
  })
  expect(answer.statusCode, answer.body).toBe(201)
  // The other one was verified in November.
  expect(answer.json().closed.receipts).toBe(1)
  const archive = await pack()
  expect(filesIn(archive).flatMap(({ name }) => (name.startsWith('receipts/') ? [name] : []))).toEqual([
    'receipts/Official_Receipt_OR-2026-0001.pdf',
  ])
  const cancelled = await owner.put(`/payment/cancel/${kept}`, { reason: 'Paid twice' })
  expect(cancelled.statusCode, cancelled.body).toBe(200)
  expect((await owner.put(`/payment/cancel/${open}`, { reason: 'Moved away' })).statusCode).toBe(200)
  expect((await stateOf()).entries).toMatchObject({
    total: 1,
    items: [{ kind: 'purchase-cancelled', credit: -120, note: 'Paid twice. Corrects October 2026, which is closed' }],
  })
  expect(await pack()).toEqual(archive)
  // Somebody's own words about something that is closed name no month.
  const later = await portal.as()
  const [again = ''] = await cashDesk(portal, later, academy).received(coach, 1)
  await portal.run((tx) => verifyPayment(tx, again))
  const worded = await later.put(`/payment/cancel/${again}`, { reason: 'Corrects the till, which is closed' })
  expect(worded.statusCode, worded.body).toBe(200)
  expect((await later.get('/month-end?month=2026-11')).json().entries.total).toBe(1)
})
