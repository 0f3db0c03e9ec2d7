import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { order, putAdult } from '../../test/support/academy.ts'
import { openPaymentDesk } from '../../test/support/payments/desk.ts'

const { portal, clerk, academy, desk } = await openPaymentDesk()
afterAll(() => portal.close())

describe('the list', () => {
  const list = async (query: string, by = clerk) => {
    const answer = await by.get(`/payment?${query}`)
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  const idsOf = (found: { items: { _id: string }[] }) => found.items.map((item) => item._id)
  let of: string
  let made: { pending: string; done: string; rejected: string; cancelled: string; card: string }

  beforeAll(async () => {
    const member = await portal.run((tx) => putAdult(tx, '100%_Zulkifli'))
    of = `createdBy=${member}`
    const next = async (day: string) => {
      portal.clock.set(`2026-11-${day}T16:30:00Z`)
      return order(portal, academy, { member })
    }
    made = {
      pending: await next('01'),
      done: await next('02'),
      rejected: await next('03'),
      cancelled: await next('04'),
      card: (await clerk.post('/payment', desk.body({ memberId: member, paymentType: 'Direct' }))).json()._id,
    }
    portal.clock.set('2026-11-10T04:00:00Z')
    await desk.verify(made.done)
    await desk.reject(made.rejected)
    await desk.verify(made.cancelled)
    await desk.cancel(made.cancelled)
    portal.clock.set('2026-11-20T04:00:00Z')
  })

  test.each([
    ['', ['done', 'cancelled', 'card', 'rejected', 'pending']],
    ['status=Pending', ['card', 'pending']],
    ['status=Done', ['done']],
    ['status=Rejected', ['rejected']],
    ['status=Cancelled', ['cancelled']],
    ['isPay=true', ['done', 'cancelled']],
    ['isPay=true&isCancelled=false', ['done']],
    ['isRejected=true', ['rejected']],
    ['isDisable=true', []],
    ['paymentType=Direct', ['card']],
    ['paymentType=Cash&status=Pending', ['pending']],
    // 2 November, half past midnight in Kuala Lumpur.
    ['startDate=2026-11-02&endDate=2026-11-02', ['pending']],
    // Once verified, a payment is of the day of its verification.
    ['startDate=2026-11-10&endDate=2026-11-10', ['done', 'cancelled']],
    ['endDate=9999-12-31&startDate=2026-11-05', ['done', 'cancelled', 'card']],
    // Each of the two dates can be asked for.
    ['dateBy=received&startDate=2026-11-03&endDate=2026-11-04', ['done', 'rejected']],
    ['dateBy=received&startDate=2026-11-10&endDate=2026-11-10', []],
    ['dateBy=verified&startDate=2026-11-02&endDate=2026-11-10', ['done', 'cancelled']],
    ['sort=receivedAt', ['pending', 'done', 'rejected', 'cancelled', 'card']],
    ['searchText=%25_zulk', ['done', 'cancelled', 'card', 'rejected', 'pending']],
    ['searchText=%25%25', []],
    ['sort=-dateTime&limit=2&offset=2', ['card', 'rejected']],
    ['sort=orderID', ['pending', 'done', 'rejected', 'cancelled', 'card']],
    ['sort=%2BpaymentType,-orderID', ['cancelled', 'rejected', 'done', 'pending', 'card']],
  ] as const)('with %j', async (query, expected) => {
    const found = await list(`${of}&${query}`)
    expect(idsOf(found)).toEqual(expected.map((name) => made[name]))
    if (!query.includes('limit')) expect(found.total).toBe(expected.length)
  })

  test('counts all, also beyond the last page', async () => {
    expect(await list(`${of}&offset=100`)).toEqual({ items: [], total: 5 })
  })

  test('sorts by every field it names', async () => {
    for (const field of 'dateTime createdAt orNo orderID amount creditPurchase createdBy coachReceived paymentType'.split(
      ' ',
    ))
      expect(new Set(idsOf(await list(`${of}&sort=-${field}`)))).toEqual(new Set(Object.values(made)))
  })

  test.each([
    'limit=0',
    'limit=1001',
    'offset=-1',
    'startDate=2026-02-30',
    'startDate=2026-11-03&endDate=2026-11-01',
    'createdBy=x',
    'status=Lost',
    'isPay=maybe',
    'paymentType=Cheque',
    'searchText=%00',
  ])('refuses %s', async (query) => {
    expect((await clerk.get(`/payment?${query}`)).statusCode).toBe(400)
  })

  test('shows those with dashboard view alone what is pending, nothing more', async () => {
    const front = await portal.as({ dashboard: ['view'] })
    expect(idsOf(await list(of, front))).toEqual([made.card, made.pending])
    for (const settled of ['status=Done', 'isPay=true', 'isRejected=true', 'isCancelled=true', 'dateBy=verified'])
      expect([settled, (await front.get(`/payment?${of}&${settled}`)).statusCode]).toEqual([settled, 403])
    expect((await front.get(`/payment/${made.pending}`)).statusCode).toBe(200)
    expect((await front.get(`/payment/${made.done}`)).statusCode).toBe(404)
    expect((await front.put(`/payment/direct/${made.pending}`, { isPay: true })).statusCode).toBe(403)
    expect((await front.put('/payment/verify', { ids: [made.pending] })).statusCode).toBe(403)
    expect((await front.put(`/payment/cancel/${made.done}`)).statusCode).toBe(403)
    expect((await front.get(`/payment/generate/pdf/${made.done}`)).statusCode).toBe(403)
  })
})
