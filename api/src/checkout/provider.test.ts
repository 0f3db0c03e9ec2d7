import { sql } from 'kysely'
import Razorpay from 'razorpay'
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Academy, academyIn } from '../../test/support/academy.ts'
import { cardDesk } from '../../test/support/payments/checkout.ts'
import { type Client, type TestPortal, testPortal } from '../../test/support/portal.ts'
import { readConfig } from '../platform/runtime/index.ts'
import { reconcile, transactFor } from './reconcile.ts'
import { attempt, type Keys } from './sandbox.ts'
import { signatureOf } from './signature.ts'

/** One portal's sandbox is the other portal's provider, over the network. */
let bank: TestPortal
let keys: Keys
let address: string
let portal: TestPortal
let clerk: Client
let academy: Academy
let desk: ReturnType<typeof cardDesk>
let there: ReturnType<typeof cardDesk>

beforeAll(async () => {
  bank = await testPortal()
  const teller = await bank.as()
  there = cardDesk(bank, teller, await academyIn(bank))
  keys = await there.keys()
  address = await bank.app.listen({ host: '127.0.0.1', port: 0 })
  portal = await testPortal({
    PAYMENT_BASE_URL: `${address}/api/sandbox/v1/`,
    PAYMENT_KEY_ID: keys.keyId,
    PAYMENT_KEY_SECRET: keys.keySecret,
    PAYMENT_WEBHOOK_SECRET: keys.webhookSecret,
  })
  clerk = await portal.as()
  academy = await academyIn(portal)
  desk = cardDesk(portal, clerk, academy)
})
afterAll(async () => {
  await portal.close()
  await bank.close()
})

const sdkError = z.object({ statusCode: z.number(), error: z.object({ code: z.string(), description: z.string() }) })

/** The provider's own client; it has no option for the host, so its internals are pointed at ours. */
function officialClient(key_secret = keys.keySecret) {
  const client = new Razorpay({ key_id: keys.keyId, key_secret })
  const inside = z.object({ api: z.object({ rq: z.custom<{ defaults: { baseURL: string } }>() }) }).parse(client)
  inside.api.rq.defaults.baseURL = `${address}/api/sandbox`
  return client
}

const failure = async (work: Promise<unknown>) =>
  sdkError.parse(
    await work.then(
      () => ({}),
      (error: unknown) => error,
    ),
  )

describe('the official client of the provider', () => {
  test('orders, reads, and believes what the sandbox signs', async () => {
    const client = officialClient()
    const order = await client.orders.create({ amount: 12_345, currency: 'MYR', receipt: 'ORD-1' })
    expect(order).toMatchObject({ entity: 'order', amount: 12_345, amount_due: 12_345, status: 'created', attempts: 0 })
    await there.choose(order.id, false)
    const paid = await there.pay(order.id)
    const { razorpay_payment_id, razorpay_signature } = paid
    const given = { order_id: order.id, payment_id: razorpay_payment_id }
    expect(validatePaymentVerification(given, razorpay_signature, keys.keySecret)).toBe(true)
    expect(validatePaymentVerification(given, razorpay_signature, 'another')).toBe(false)
    expect(await client.orders.fetch(order.id)).toMatchObject({ status: 'paid', attempts: 2, amount_paid: 12_345 })
    const attempts = await client.orders.fetchPayments(order.id)
    expect(attempts.items.map(({ status }) => status)).toEqual(['failed', 'captured'])
    expect(await client.payments.fetch(razorpay_payment_id)).toMatchObject({
      entity: 'payment',
      order_id: order.id,
      amount: 12_345,
      currency: 'MYR',
      status: 'captured',
    })
  })

  test('is refused as the provider refuses', async () => {
    const client = officialClient()
    const bad = 'BAD_REQUEST_ERROR'
    const [small, unknown, stranger] = await Promise.all([
      failure(client.orders.create({ amount: 1, currency: 'MYR' })),
      failure(client.orders.fetch('order_unknown')),
      failure(officialClient('wrong').orders.fetch('order_unknown')),
    ])
    expect(small).toMatchObject({ statusCode: 400, error: { code: bad } })
    expect(unknown).toMatchObject({ statusCode: 400, error: { code: bad } })
    expect(stranger).toMatchObject({ statusCode: 401, error: { code: bad } })
  })

  test.each(['%2525E0', '%00', '..%2F..', 'x'.repeat(200)])('asks for %s in vain', async (id) => {
    const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`
    for (const path of [`orders/${id}`, `orders/${id}/payments`, `payments/${id}`, id]) {
      const answer = await fetch(`${address}/api/sandbox/v1/${path}`, { headers: { authorization } })
      expect([400, 404], path).toContain(answer.status)
    }
  })

  test('believes the signature of an event', async () => {
    const order = await officialClient().orders.create({ amount: 500, currency: 'MYR' })
    const { events } = await attempt(transactFor(bank.portal), keys, order.id, true)
    expect(events).toHaveLength(2)
    for (const { body, signature } of events) {
      expect(Razorpay.validateWebhookSignature(body, signature, keys.webhookSecret)).toBe(true)
      expect(Razorpay.validateWebhookSignature(`${body} `, signature, keys.webhookSecret)).toBe(false)
    }
  })
})

describe('a configured provider', () => {
  test('takes the order, and its answer credits the wallet', async () => {
    const order = await desk.start()
    expect(order.sandbox).toBe(false)
    const money = await there.pay(order.order_id)
    const answer = await desk.confirm(order, { id: money.razorpay_payment_id, signature: money.razorpay_signature })
    expect(answer.json()).toMatchObject({ status: 'Done' })
    expect(await desk.status(order)).toMatchObject({ status: 'Done', wallet: 120 })
  })

  test('closes the sandbox', async () => {
    for (const [method, url] of [
      ['GET', '/api/sandbox/checkout.js'],
      ['POST', '/api/sandbox/checkout'],
      ['GET', '/api/sandbox/v1/orders/order_1'],
      ['POST', '/api/sandbox/v1/orders'],
    ] as const)
      expect((await portal.app.inject({ method, url, ...(method === 'POST' ? { payload: {} } : {}) })).statusCode).toBe(
        404,
      )
  })

  test('is asked about what it is said to have: a signature alone credits nothing', async () => {
    const order = await desk.start()
    const signature = signatureOf(keys.keySecret, `${order.order_id}|pay_never`)
    const answer = await desk.confirm(order, { id: 'pay_never', signature })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(await desk.status(order)).toMatchObject({ status: 'Pending', wallet: 0 })
  })

  test('that is away leaves nothing behind', async () => {
    const away = await testPortal({
      PAYMENT_BASE_URL: 'http://127.0.0.1:9',
      PAYMENT_KEY_ID: 'key',
      PAYMENT_KEY_SECRET: 'secret',
      PAYMENT_WEBHOOK_SECRET: 'webhook',
    })
    try {
      const person = await away.as()
      const { coach, member, package: bought } = await academyIn(away)
      const answer = await person.post('/payment/checkout', { memberId: member, package: bought, coachReceived: coach })
      expect([answer.statusCode, answer.json().message]).toEqual([
        503,
        'The card provider does not answer, please try again',
      ])
      const left = sql`select (select count(*)::int from payment) as payments,
        (select running_no from document_format where type = 'Order') as number`
      expect(await away.run((tx) => tx.query(left))).toEqual([{ payments: 0, number: 0 }])
    } finally {
      await away.close()
    }
  })
})

describe('orders left open', () => {
  const noon = '2026-11-20T04:00:00Z'
  const at = (instant: string) => {
    portal.clock.set(instant)
    bank.clock.set(instant)
  }

  test('are settled when the answer and the events were lost, by several portals at once', async () => {
    const order = await desk.start()
    await there.pay(order.order_id)
    expect(await reconcile(portal.portal, new Map())).toBe(0)
    at('2026-11-20T04:06:00Z')
    await Promise.all([1, 2, 3].map(() => reconcile(portal.portal, new Map())))
    expect(await desk.status(order)).toMatchObject({ status: 'Done', wallet: 120 })
    expect(await desk.purchases(order)).toEqual([{ credit: 120 }])
    at(noon)
  })

  test('whose money is only authorized have it taken', async () => {
    const order = await desk.start()
    await bank.run((tx) =>
      tx.change({ section: 'test', docType: 'test', action: 'test', description: 'test' }, (on) =>
        sql`insert into sandbox_payment (id, order_id, amount, currency, status, created_at)
          values ('pay_authorized', ${order.order_id}, 10000, 'MYR', 'authorized', ${tx.now})`.execute(on()),
      ),
    )
    at('2026-11-20T04:06:00Z')
    await reconcile(portal.portal, new Map())
    expect(await desk.status(order)).toMatchObject({ status: 'Done', wallet: 120 })
    const payment = await officialClient().payments.fetch('pay_authorized')
    expect(payment.status).toBe('captured')
    at(noon)
  })

  test('that are withdrawn, or none of ours, or were to be paid otherwise, have no authorized money taken', async () => {
    const webhookOf = (payment: object) => {
      const raw = JSON.stringify({ event: 'payment.authorized', payload: { payment: { entity: payment } } })
      const signature = signatureOf(keys.webhookSecret, raw)
      return portal.anyone.post('/payment/webhook', raw, {
        'content-type': 'application/json',
        'x-razorpay-signature': signature,
      })
    }
    const authorized = async (id: string, order: string, amount = 10_000) => {
      await bank.run((tx) =>
        tx.change({ section: 'test', docType: 'test', action: 'test', description: 'test' }, (on) =>
          sql`insert into sandbox_payment (id, order_id, amount, currency, status, created_at)
            values (${id}, ${order}, ${amount}, 'MYR', 'authorized', ${tx.now})`.execute(on()),
        ),
      )
      const told = await webhookOf({ id, order_id: order, amount, currency: 'MYR', status: 'authorized' })
      expect(told.statusCode, told.body).toBe(200)
      await portal.portal.background.settled()
      return (await officialClient().payments.fetch(id)).status
    }
    const [withdrawn, other, open] = [await desk.start(), await desk.start(), await desk.start()]
    expect((await clerk.put(`/payment/withdraw/${withdrawn.payment_id}`, {})).statusCode).toBe(200)
    const shop = await officialClient().orders.create({ amount: 10_000, currency: 'MYR', receipt: 'WEB-SHOP-1' })
    expect(await authorized('pay_withdrawn', withdrawn.order_id)).toBe('authorized')
    expect(await authorized('pay_shop', shop.id)).toBe('authorized')
    expect(await authorized('pay_other', other.order_id, 9_000)).toBe('authorized')
    expect(await authorized('pay_open', open.order_id)).toBe('captured')
    expect(await authorized('pay_twice', open.order_id)).toBe('authorized')
    const signature = signatureOf(keys.keySecret, `${withdrawn.order_id}|pay_withdrawn`)
    const confirmed = await desk.confirm(withdrawn, { id: 'pay_withdrawn', signature })
    expect([confirmed.statusCode, confirmed.json().message]).toEqual([
      409,
      'The payment does not agree with the order, nothing was credited',
    ])
    expect((await officialClient().payments.fetch('pay_withdrawn')).status).toBe('authorized')
    expect(await desk.status(open)).toMatchObject({ status: 'Done', wallet: 120 })
    expect((await clerk.get('/payment/refund')).json().items).not.toContainEqual(
      expect.objectContaining({ provider_payment: expect.stringMatching(/^pay_(withdrawn|shop|other|twice)$/) }),
    )
  })

  test('are asked about less and less often', async () => {
    const order = await desk.start()
    const schedule = new Map()
    const waits: number[] = []
    for (let minutes = 6; minutes <= 80; minutes++) {
      at(new Date(Date.parse(noon) + minutes * 60_000).toISOString())
      await reconcile(portal.portal, schedule)
      const { wait } = schedule.get(order.order_id)
      if (waits.at(-1) !== wait) waits.push(wait)
    }
    expect(waits.map((wait) => wait / 60_000)).toEqual([1, 2, 4, 8, 16, 32, 64])
    at(noon)
  })

  test('are asked about again within a quarter of an hour while the provider does not answer', async () => {
    const order = await desk.start()
    await sql`delete from sandbox_order where id = ${order.order_id}`.execute(bank.handle)
    const schedule = new Map()
    for (let minutes = 6; minutes <= 80; minutes++) {
      at(new Date(Date.parse(noon) + minutes * 60_000).toISOString())
      await reconcile(portal.portal, schedule)
    }
    expect(schedule.get(order.order_id).wait / 60_000).toBe(15)
    at(noon)
  })

  test('that nobody paid are rejected after five days, and money that comes later is shown as a problem', async () => {
    const order = await desk.start()
    at('2026-11-25T03:00:00Z')
    await reconcile(portal.portal, new Map())
    at(noon)
    expect(await desk.status(order)).toMatchObject({ status: 'Pending' })
    at('2026-11-25T05:00:00Z')
    await reconcile(portal.portal, new Map())
    at(noon)
    expect(await desk.status(order)).toMatchObject({ status: 'Rejected', verifyBy: 'Card provider' })
    const [notice] = await portal.run((tx) =>
      tx.query<{ message: string }>(sql`select message from notice where member = ${order.member_id}`),
    )
    expect(notice?.message).toMatch(/was not paid by card in time\. Please contact us: 03-1234 5678\.$/)
    const late = desk.captured(order.order_id, 'pay_late')
    const raw = JSON.stringify({ event: 'payment.captured', payload: { payment: { entity: late } } })
    const signature = signatureOf(keys.webhookSecret, raw)
    const type = { 'content-type': 'application/json', 'x-razorpay-signature': signature }
    expect((await portal.anyone.post('/payment/webhook', raw, type)).statusCode).toBe(200)
    expect(await desk.status(order)).toMatchObject({ status: 'Rejected', wallet: 0 })
    expect(await desk.link(order)).toMatchObject({
      state: 'ended',
      problem: 'pay_late was paid after the order had ended',
    })
  })
})

describe('the configuration', () => {
  const faults = (environment: Record<string, string>) => () => readConfig(environment)
  test('of a provider is whole or refused', () => {
    const address = { PAYMENT_BASE_URL: 'https://api.razorpay.com' }
    expect(faults(address)).toThrow(/PAYMENT_KEY_ID: needed[\s\S]*PAYMENT_KEY_SECRET: needed[\s\S]*PAYMENT_WEBHOOK/)
    expect(faults({ PAYMENT_BASE_URL: 'nonsense' })).toThrow(/PAYMENT_BASE_URL: the card provider's address/)
    expect(faults({ PAYMENT_KEY_ID: 'rzp_live_1' })).toThrow(/PAYMENT_BASE_URL: needed with live keys/)
    expect(readConfig({}).payment.sandbox).toBe(true)
  })

  test('without provider and sandbox refuses card payments in words', async () => {
    const none = await testPortal({ PAYMENT_SANDBOX: 'off' })
    try {
      const person = await none.as()
      const { coach, member, package: bought } = await academyIn(none)
      const answer = await person.post('/payment/checkout', { memberId: member, package: bought, coachReceived: coach })
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'No card provider is configured. Please take the payment in cash.',
      ])
      expect((await none.app.inject('/api/sandbox/checkout.js')).statusCode).toBe(404)
    } finally {
      await none.close()
    }
  })
})
