import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { academyIn, putPackage } from '../../test/support/academy.ts'
import { cardDesk } from '../../test/support/payments/checkout.ts'
import { testPortal } from '../../test/support/portal.ts'
import { walletOf } from '../wallet/wallet.ts'
import { signatureOf } from './signature.ts'

const portal = await testPortal()
const clerk = await portal.as()
const academy = await academyIn(portal)
const desk = cardDesk(portal, clerk, academy)
afterAll(() => portal.close())

const count = async (table: string) =>
  (await portal.rows<{ n: number }>(sql`select count(*)::int as n from ${sql.table(table)}`))[0]?.n

describe('ordering', () => {
  test('leaves a pending card payment and the whole link of its page', async () => {
    const order = await desk.start()
    expect(order).toMatchObject({ amount: '100.00', currency: 'MYR', sandbox: true, payment: { status: 'Pending' } })
    const link = new URL(order.checkoutUrl)
    expect(link.pathname).toBe('/checkout')
    const { payment_id, member_id, amount, currency, order_id, token } = order
    expect(Object.fromEntries(link.searchParams)).toEqual({ payment_id, member_id, amount, currency, order_id, token })
    expect(await desk.status(order)).toMatchObject({ paymentType: 'Direct', status: 'Pending', amount: '100.00' })
    expect(await desk.link(order)).toMatchObject({ checkoutUrl: order.checkoutUrl, state: 'open', problem: null })
  })

  test('for a child belongs to the parent', async () => {
    const answer = await clerk.post('/payment/checkout', { ...(await desk.body()), memberId: academy.child })
    expect(answer.json().member_id).toBe(academy.parent)
  })

  test('is not settled by hand', async () => {
    const order = await desk.start()
    for (const body of [{ isPay: true }, { isPay: false, isRejected: true }])
      expect((await clerk.put(`/payment/direct/${order.payment_id}`, body)).statusCode).toBe(409)
    const many = (await clerk.put('/payment/verify', { ids: [order.payment_id] })).json()
    expect(many).toMatchObject({ verified: [], failed: [{ _id: order.payment_id }] })
  })

  test.each([
    [0, 'A card payment starts at RM 1.00'],
    [1_000_000, 'A card payment ends at RM 999,999.99'],
  ])('of %i credits is no card payment', async (credit, message) => {
    const bought = await portal.run((tx) => putPackage(tx, { credit }))
    const before = await count('payment')
    const answer = await clerk.post('/payment/checkout', { ...(await desk.body()), package: bought })
    expect([answer.statusCode, answer.json().message]).toEqual([409, message])
    expect(await count('payment')).toBe(before)
  })

  test('needs dashboard view, and asking twice under one key orders once', async () => {
    const body = await desk.body()
    const other = await portal.as({ verifyPayment: ['view', 'verify'] })
    expect((await other.post('/payment/checkout', body)).statusCode).toBe(403)
    const key = { 'idempotency-key': 'one order' }
    const [first, second] = [
      await clerk.post('/payment/checkout', body, key),
      await clerk.post('/payment/checkout', body, key),
    ]
    expect(first.statusCode).toBe(201)
    expect(second.json()).toEqual(first.json())
  })
})

describe('paying', () => {
  test('credits the wallet, issues the receipt, sets the expiry and notifies the member', async () => {
    const order = await desk.start()
    const money = await desk.pay(order.order_id)
    const answer = await desk.confirm(order, { id: money.razorpay_payment_id, signature: money.razorpay_signature })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { payment_id: order.payment_id, order_id: order.order_id, member_id: order.member_id, status: 'Done' },
    ])
    expect(await desk.status(order)).toMatchObject({
      status: 'Done',
      orNo: expect.stringMatching(/^OR-2026-\d{4}$/),
      verifyBy: 'Card provider',
      expired_date: '2027-05-20',
      wallet: 120,
    })
    const wallet = await portal.run((tx) => walletOf(tx, order.member_id))
    expect(wallet).toMatchObject({ balance: 120, creditExpired: '2027-05-20' })
    const notices = await portal.rows(sql`select title from notice where member = ${order.member_id}`)
    expect(notices).toEqual([{ title: 'Payment verified' }])
    expect(await desk.link(order)).toMatchObject({ state: 'paid', problem: null })
    expect((await clerk.get(`/payment/generate/pdf/${order.payment_id}`)).statusCode).toBe(200)
  })

  test('is credited by the event alone when the payer never comes back', async () => {
    const order = await desk.start()
    await desk.pay(order.order_id)
    await portal.portal.background.settled()
    expect(await desk.status(order)).toMatchObject({ status: 'Done', wallet: 120 })
  })

  test('20 answers and 20 events at once make one entry, one receipt, one notice', async () => {
    const order = await desk.start()
    const money = await desk.payUnheard(order.order_id)
    const receipts = await count('payment')
    const paid = desk.captured(order.order_id, money.id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => [
        desk.confirm(order, money),
        desk.event(n % 2 ? 'order.paid' : 'payment.captured', paid, { id: `evt_${n % 7}` }),
      ]).flat(),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await desk.purchases(order)).toEqual([{ credit: 120 }])
    expect(await desk.status(order)).toMatchObject({ status: 'Done', wallet: 120 })
    expect(await desk.link(order)).toMatchObject({ state: 'paid', problem: null })
    expect(await count('payment')).toBe(receipts)
    const notices = await portal.rows(sql`select 1 from notice where member = ${order.member_id}`)
    expect(notices).toHaveLength(1)
    const gaps = await portal.run((tx) =>
      tx.query(sql`select running_no - (select count(*)::int from payment where receipt_no is not null) as unused
        from document_format where type = 'Official Receipt'`),
    )
    expect(gaps).toEqual([{ unused: 0 }])
  })

  test('after a decline with another card', async () => {
    const order = await desk.start()
    const declined = (await desk.choose(order.order_id, false)).json()
    expect(declined.error).toMatchObject({ reason: 'payment_declined', metadata: { order_id: order.order_id } })
    await portal.portal.background.settled()
    expect(await desk.status(order)).toMatchObject({ status: 'Pending' })
    expect(await desk.link(order)).toMatchObject({
      state: 'open',
      problem: expect.stringMatching(/^The card was declined: /),
    })
    await desk.pay(order.order_id)
    await portal.portal.background.settled()
    expect(await desk.status(order)).toMatchObject({ status: 'Done', wallet: 120 })
    expect(await desk.link(order)).toMatchObject({ state: 'paid', problem: null })
  })

  test('a late event of a declined attempt takes nothing back', async () => {
    const order = await desk.start()
    const money = await desk.payUnheard(order.order_id)
    await desk.event('payment.captured', desk.captured(order.order_id, money.id), { id: 'evt_late_1' })
    const failed = desk.captured(order.order_id, 'pay_other', { status: 'failed', error_description: 'No' })
    expect((await desk.event('payment.failed', failed, { id: 'evt_late_2' })).statusCode).toBe(200)
    expect(await desk.status(order)).toMatchObject({ status: 'Done' })
    expect(await desk.link(order)).toMatchObject({ state: 'paid', problem: null })
  })

  test('a cancelled payment is not credited again by a repeat', async () => {
    const order = await desk.start()
    const money = await desk.payUnheard(order.order_id)
    await desk.confirm(order, money)
    expect((await clerk.put(`/payment/cancel/${order.payment_id}`)).statusCode).toBe(200)
    expect((await desk.confirm(order, money)).json()).toMatchObject({ status: 'Cancelled' })
    await desk.event('payment.captured', desk.captured(order.order_id, money.id), { id: 'evt_again' })
    expect(await desk.purchases(order)).toEqual([{ credit: 120 }, { credit: -120 }])
  })

  test('without a receipt number left is recorded as a problem and credited once there is one', async () => {
    const order = await desk.start()
    const money = await desk.payUnheard(order.order_id)
    const setNumber = (value: string) =>
      portal.run((tx) =>
        tx.change({ section: 'test', docType: 'test', action: 'test', description: 'test' }, (on) =>
          sql`update document_format set running_no = ${sql.raw(value)} where type = 'Official Receipt'`.execute(on()),
        ),
      )
    await setNumber('9999')
    const paid = desk.captured(order.order_id, money.id)
    expect((await desk.event('payment.captured', paid, { id: 'evt_full' })).statusCode).toBe(409)
    expect(await desk.link(order)).toMatchObject({ state: 'open', problem: expect.stringContaining(money.id) })
    await setNumber('(select count(*)::int from payment where receipt_no is not null)')
    expect((await desk.event('payment.captured', paid, { id: 'evt_full' })).statusCode).toBe(200)
    expect(await desk.status(order)).toMatchObject({ status: 'Done', wallet: 120 })
  })
})

describe('what is refused', () => {
  test('a forged signature, another order’s, and one signed for another secret', async () => {
    const order = await desk.start()
    const other = await desk.start()
    const money = await desk.payUnheard(order.order_id)
    const foreign = await desk.payUnheard(other.order_id)
    const secret = (await desk.keys()).webhookSecret
    for (const [given, more] of [
      [{ ...money, signature: 'a'.repeat(64) }, {}],
      [{ ...money, signature: money.signature.slice(0, 63) }, {}],
      [{ ...money, signature: 'x' }, {}],
      [{ ...money, signature: signatureOf(secret, `${order.order_id}|${money.id}`) }, {}],
      [foreign, {}],
      [foreign, { order_id: other.order_id }],
      [money, { payment_id: other.payment_id }],
      [{ ...money, id: foreign.id }, {}],
    ] as const) {
      const answer = await desk.confirm(order, given, more)
      expect([answer.statusCode, answer.json().details?.length]).toEqual([400, 1])
    }
    expect(await desk.status(order)).toMatchObject({ status: 'Pending', wallet: 0 })
    expect(await desk.status(other)).toMatchObject({ status: 'Pending', wallet: 0 })
  })

  test.each([
    ['amount', 9_999, 'MYR'],
    ['amount', 10_001, 'MYR'],
    ['currency', 10_000, 'IDR'],
  ])('money whose %s is another: %i %s', async (_, amount, currency) => {
    const order = await desk.start()
    const money = await desk.payUnheard(order.order_id, amount, currency)
    expect((await desk.confirm(order, money)).statusCode).toBe(409)
    const event = desk.captured(order.order_id, money.id, { amount, currency })
    expect((await desk.event('payment.captured', event)).statusCode).toBe(200)
    expect(await desk.status(order)).toMatchObject({ status: 'Pending', wallet: 0 })
    expect(await desk.link(order)).toMatchObject({ problem: expect.stringContaining(`${currency} ${amount} sen`) })
  })

  test('an event that nobody signed, or that was changed after it was signed', async () => {
    const order = await desk.start()
    const raw = JSON.stringify({
      event: 'payment.captured',
      payload: { payment: { entity: desk.captured(order.order_id, 'pay_x') } },
    })
    const { webhookSecret, keySecret } = await desk.keys()
    const type = { 'content-type': 'application/json' }
    for (const signature of [undefined, '', 'x', 'a'.repeat(64), signatureOf(keySecret, raw)])
      expect(
        (
          await portal.anyone.post('/payment/webhook', raw, {
            ...type,
            ...(signature === undefined ? {} : { 'x-razorpay-signature': signature }),
          })
        ).statusCode,
      ).toBe(400)
    const signed = { ...type, 'x-razorpay-signature': signatureOf(webhookSecret, raw) }
    expect((await portal.anyone.post('/payment/webhook', `${raw} `, signed)).statusCode).toBe(400)
    expect(await desk.status(order)).toMatchObject({ status: 'Pending' })
    // The unchanged body is accepted.
    expect((await portal.anyone.post('/payment/webhook', raw, signed)).statusCode).toBe(200)
    expect(await desk.status(order)).toMatchObject({ status: 'Done' })
  })

  test('a huge body, and one of another kind', async () => {
    const send = (payload: string, type: string) =>
      portal.anyone.post('/payment/webhook', payload, { 'content-type': type, 'x-razorpay-signature': 'a'.repeat(64) })
    expect((await send('x'.repeat(300_000), 'application/json')).statusCode).toBe(413)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])
      expect((await send('a=b', type)).statusCode).toBe(415)
  })

  test.each(['order_unknown', null])(
    'a signed event about an order that is not ours (%s) is passed over',
    async (order) => {
      const before = await count('audit_record')
      const answer = await desk.event('payment.captured', { ...desk.captured('', 'pay_y'), order_id: order })
      expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
      expect(await count('audit_record')).toBe(before)
    },
  )

  test('a payment that is not there, and one in cash', async () => {
    const money = { id: 'pay_1', signature: 'a'.repeat(64) }
    const order = await desk.start()
    const cash = (
      await clerk.post('/payment', { ...(await desk.body()), memberId: academy.member, paymentType: 'Cash' })
    ).json()
    for (const payment_id of ['01900000-0000-7000-8000-00000000abcd', cash._id])
      expect((await desk.confirm(order, money, { payment_id })).statusCode).toBe(404)
  })

  test('a second payment of one order is shown to the desk', async () => {
    const order = await desk.start()
    const money = await desk.payUnheard(order.order_id)
    await desk.confirm(order, money)
    await desk.event('payment.captured', desk.captured(order.order_id, 'pay_twice'), { id: 'evt_twice' })
    expect(await desk.purchases(order)).toEqual([{ credit: 120 }])
    expect((await desk.link(order)).problem).toBe('pay_twice paid the order a second time')
  })
})

describe('the checkout page', () => {
  test('opens for the whole link, with or without its token', async () => {
    const order = await desk.start()
    const { keyId } = await desk.keys()
    const due = { state: 'open', amountInSen: 10_000, currency: 'MYR', key: keyId, sandbox: true }
    expect((await desk.page(order.checkoutUrl)).json()).toMatchObject(due)
    const link = new URL(order.checkoutUrl)
    link.searchParams.delete('token')
    expect((await desk.page(link.href)).json()).toMatchObject(due)
  })

  test.each(['payment_id', 'member_id', 'amount', 'currency', 'order_id', 'token'])(
    'not for one whose %s was changed',
    async (name) => {
      const [order, other] = [await desk.start(), await desk.start()]
      const link = new URL(order.checkoutUrl)
      const theirs = new URL(other.checkoutUrl).searchParams.get(name) ?? ''
      link.searchParams.set(name, name === 'amount' ? '1.00' : name === 'currency' ? 'USD' : theirs)
      expect((await desk.page(link.href)).statusCode).toBe(404)
    },
  )

  test('is over after a day, and done once paid', async () => {
    const [order, paid] = [await desk.start(), await desk.start()]
    await desk.pay(paid.order_id)
    await portal.portal.background.settled()
    expect((await desk.page(paid.checkoutUrl)).json()).toMatchObject({ state: 'paid', key: '' })
    portal.clock.set('2026-11-21T05:00:00Z')
    expect((await desk.page(order.checkoutUrl)).json()).toMatchObject({ state: 'ended', key: '' })
    portal.clock.set('2026-11-20T04:00:00Z')
  })
})
