import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { academyIn } from '../../test/support/academy.ts'
import { cardDesk, type Started } from '../../test/support/payments/checkout.ts'
import { testPortal, unknown } from '../../test/support/portal.ts'
import { postTo } from '../../test/support/wallets.ts'
import { verify } from '../books/verify.ts'
import { walletOf } from '../wallet/wallet.ts'

const portal = await testPortal()
const clerk = await portal.as(undefined, { username: 'clerk one' })
const other = await portal.as(undefined, { username: 'clerk two' })
const academy = await academyIn(portal)
const desk = cardDesk(portal, clerk, academy)
afterAll(() => portal.close())

const withdraw = (order: { payment_id: string }, body?: object, by = clerk) =>
  by.put(`/payment/withdraw/${order.payment_id}`, body)
const refundsOf = async (order: Started, query = '') => {
  const { orderID } = order.payment
  return (await clerk.get(`/payment/refund?searchText=${orderID}${query}`)).json().items
}
const tick = (id: string, by = clerk) => by.put(`/payment/refund/${id}`, { done: true })
const balance = async (order: Started) => (await portal.run((tx) => walletOf(tx, order.member_id))).balance

describe('a pending card order is withdrawn', () => {
  test('once: the link is dead, the member notified, and the list says who and why', async () => {
    const order = await desk.start()
    const answer = await withdraw(order, { reason: 'Paid in cash instead' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({
        status: 'Rejected',
        verifyBy: 'clerk one',
        card: expect.objectContaining({ state: 'ended', problem: 'Withdrawn by clerk one: Paid in cash instead' }),
      }),
    ])
    const page = await portal.anyone.get(
      `/payment/checkout/${order.payment_id}${new URL(order.checkoutUrl).search.replace(/payment_id=[^&]*&/, '')}`,
    )
    expect(page.json()).toMatchObject({ state: 'ended', key: '' })
    const notices = await portal.run((tx) =>
      tx.query(sql`select message from notice where member = ${order.member_id}`),
    )
    expect(notices).toEqual([{ message: expect.stringMatching(/was withdrawn\. Please contact us/) }])
    const again = await withdraw(order)
    expect([again.statusCode, again.json().message]).toEqual([409, 'The payment is Rejected, it cannot be withdrawn'])
  })

  test('also one that was never ordered at the provider; not one in cash, paid, or unknown, nor without the right', async () => {
    const body = { ...(await desk.body()), paymentType: 'Direct' }
    const bare = (await clerk.post('/payment', body)).json()
    expect((await withdraw({ payment_id: bare._id })).json()).toMatchObject({ status: 'Rejected', card: null })
    const cash = (await clerk.post('/payment', { ...body, paymentType: 'Cash' })).json()
    const refused = await withdraw({ payment_id: cash._id })
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The payment is Pending. A cash payment is verified or rejected, only a card order is withdrawn.',
    ])
    const { order } = await desk.settled()
    expect((await withdraw(order)).statusCode).toBe(409)
    expect((await withdraw({ payment_id: unknown })).statusCode).toBe(404)
    const viewer = await portal.as({ verifyPayment: ['view'], dashboard: ['view'] })
    expect((await withdraw(await desk.start(), {}, viewer)).statusCode).toBe(403)
  })

  test('by two clerks at once: one of them succeeds', async () => {
    const order = await desk.start()
    const answers = await Promise.all([withdraw(order), withdraw(order, {}, other), withdraw(order)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  })

  test('not when the provider has money that it has not reported: it is credited', async () => {
    const order = await desk.start()
    await desk.payUnheard(order.order_id)
    const answer = await withdraw(order)
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'The payment is Done, it cannot be withdrawn'])
    expect([await balance(order), await refundsOf(order)]).toEqual([120, []])
  })

  test('not when money of another amount came before the right one: the one is refunded, the other credited', async () => {
    const order = await desk.start()
    const wrong = await desk.payUnheard(order.order_id, 9_900)
    await desk.payUnheard(order.order_id)
    const answer = await withdraw(order)
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'The payment is Done, it cannot be withdrawn'])
    expect([await balance(order), await refundsOf(order)]).toEqual([
      120,
      [expect.objectContaining({ provider_payment: wrong.id, amount: '99.00' })],
    ])
  })

  test('money that comes for it afterwards is a refund to be made, once, and credits nothing', async () => {
    const order = await desk.start()
    await withdraw(order)
    const money = await desk.payUnheard(order.order_id)
    for (const id of ['evt_after_1', 'evt_after_2'])
      await desk.event('payment.captured', desk.captured(order.order_id, money.id), { id })
    expect((await desk.confirm(order, money)).statusCode).toBe(409)
    expect([await balance(order), (await desk.status(order)).status]).toEqual([0, 'Rejected'])
    expect(await refundsOf(order)).toEqual([
      expect.objectContaining({
        payment: { _id: order.payment_id, orderID: order.payment.orderID, orNo: null },
        member: { _id: order.member_id, name: 'Lim Ah Kow' },
        provider: 'sandbox',
        provider_payment: money.id,
        amount: '100.00',
        currency: 'MYR',
        reason: `${money.id} was paid after the order had ended`,
        doneAt: null,
        doneBy: null,
      }),
    ])
  })

  test('whose member was deleted meanwhile, and whose money then has no wallet to go to', async () => {
    const order = await desk.start()
    const money = await desk.payUnheard(order.order_id)
    await portal.run((tx) =>
      tx.change({ section: 'test', docType: 'test', action: 'test', description: 'gone' }, (on) =>
        sql`update member set is_deleted = true, is_disable = true where id = ${order.member_id}`.execute(on()),
      ),
    )
    expect((await withdraw(order)).json()).toMatchObject({ status: 'Rejected', card: { openRefunds: 1 } })
    expect(await refundsOf(order)).toMatchObject([{ provider_payment: money.id, doneAt: null }])
  })

  test('at the moment the money comes: it is credited or to be refunded, never both and never lost', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const order = await desk.start()
      const id = `pay_race_${round}`
      const paid = () => desk.event('payment.captured', desk.captured(order.order_id, id), { id: `evt_race_${round}` })
      const calls = [() => withdraw(order), paid, () => withdraw(order, {}, other), paid]
      await Promise.all((round % 2 ? calls : calls.toReversed()).map((call) => call()))
      const { status } = await desk.status(order)
      const end = [status, await balance(order), (await refundsOf(order)).length]
      expect([
        ['Done', 120, 0],
        ['Rejected', 0, 1],
      ]).toContainEqual(end)
      ends.add(status)
    }
    expect(ends.size).toBeGreaterThan(0)
    const findings = await verify(portal.portal.database)
    expect(findings.filter(({ fault }) => fault)).toEqual([])
  })
})

describe('a refund', () => {
  test('is opened with the cancellation of a paid card payment, whatever the wallet holds, and by none in cash', async () => {
    const { order, money } = await desk.settled()
    await portal.run((tx) =>
      postTo(tx, {
        member: order.member_id,
        kind: 'attendance',
        credit: -100,
        cause: { key: `class/${order.member_id}/1`, type: 'attendance', id: null, label: 'A class' },
      }),
    )
    expect((await desk.cancel(order)).json()).toMatchObject({ status: 'Cancelled', card: { openRefunds: 1 } })
    expect(await balance(order)).toBe(-100)
    expect(await refundsOf(order)).toMatchObject([
      {
        provider: 'sandbox',
        provider_payment: money.id,
        amount: '100.00',
        reason: expect.stringMatching(/was cancelled$/),
      },
    ])
    const cash = (await clerk.post('/payment', { ...(await desk.body()), paymentType: 'Cash' })).json()
    await clerk.put(`/payment/direct/${cash._id}`, { isPay: true })
    await clerk.put(`/payment/cancel/${cash._id}`)
    expect((await clerk.get(`/payment/refund?searchText=${cash.orderID}`)).json()).toEqual({ items: [], total: 0 })
  })

  test('is opened by money in another amount and by money that comes twice', async () => {
    const { order } = await desk.settled()
    await desk.event('payment.captured', desk.captured(order.order_id, 'pay_second_time'), { id: 'evt_second' })
    expect(await refundsOf(order)).toMatchObject([{ provider_payment: 'pay_second_time', amount: '100.00' }])
    const open = await desk.start()
    const wrong = desk.captured(open.order_id, 'pay_wrong', { amount: 9_950, currency: 'SGD' })
    await desk.event('payment.captured', wrong, { id: 'evt_wrong' })
    expect(await refundsOf(open)).toMatchObject([{ provider_payment: 'pay_wrong', amount: '99.50', currency: 'SGD' }])
    expect(await desk.status(open)).toMatchObject({ status: 'Pending', card: { openRefunds: 1 } })
  })

  test('stays open until it is ticked, once, by whom and when', async () => {
    const { order } = await desk.settled()
    await desk.cancel(order)
    const [{ _id }] = await refundsOf(order, '&open=true')
    const viewer = await portal.as({ verifyPayment: ['view'] })
    expect((await tick(_id, viewer)).statusCode).toBe(403)
    expect((await viewer.get('/payment/refund?open=true')).json().total).toBeGreaterThan(0)
    for (const body of [{}, { done: false }, { done: 'yes' }])
      expect((await clerk.put(`/payment/refund/${_id}`, body)).statusCode).toBe(400)
    const answers = await Promise.all([tick(_id), tick(_id, other), tick(_id), tick(_id, other)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
    const [ticked] = await refundsOf(order)
    expect(ticked).toMatchObject({ doneAt: '2026-11-20T04:00:00.000Z', doneBy: expect.stringMatching(/^clerk/) })
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
      `${ticked.doneBy} ticked this refund already`,
    )
    expect(await refundsOf(order, '&open=true')).toEqual([])
    expect(await refundsOf(order, '&open=false')).toHaveLength(1)
    expect((await tick(unknown)).statusCode).toBe(404)
    const trail = await portal.run((tx) =>
      tx.query(sql`select action, username from audit_record where doc_type = 'card-refund' and doc_id = ${order.payment_id}
        order by position`),
    )
    expect(trail).toMatchObject([{ action: 'Opened' }, { action: 'Ticked', username: ticked.doneBy }])
    expect(await desk.status(order)).toMatchObject({ card: { openRefunds: 0 } })
  })
})

test('card orders are listed by what became of them', async () => {
  const [pending, declined, withdrawn] = [await desk.start(), await desk.start(), await desk.start()]
  const { order: paid } = await desk.settled()
  const failed = desk.captured(declined.order_id, 'pay_listed', { status: 'failed' })
  await desk.event('payment.failed', failed, { id: 'evt_listed' })
  await withdraw(withdrawn)
  const ours = [pending, declined, withdrawn, paid].map(({ payment_id }) => payment_id)
  const listed = async (query: string, by = clerk) => {
    const { items } = (await by.get(`/payment?paymentType=Direct&limit=1000&sort=%2BcreatedAt&${query}`)).json()
    return items.map(({ _id }: { _id: string }) => ours.indexOf(_id)).filter((index: number) => index >= 0)
  }
  expect(await listed('status=Pending')).toEqual([0, 1])
  expect(await listed('status=Done')).toEqual([3])
  expect((await listed('failed=true')).toSorted()).toEqual([1, 2])
  expect(await listed(`failed=true&searchText=${withdrawn.payment.orderID}`)).toEqual([2])
  expect((await listed('failed=false')).toSorted()).toEqual([0, 3])
  portal.clock.set('2026-11-21T04:00:01Z')
  expect((await listed('failed=true', await portal.as())).toSorted()).toEqual([0, 1, 2])
  portal.clock.set('2026-11-20T04:00:00Z')
})
