import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { academyIn } from '../../test/support/academy.ts'
import { cardDesk } from '../../test/support/payments/checkout.ts'
import { testPortal } from '../../test/support/portal.ts'
import { postTo } from '../../test/support/wallets.ts'

const portal = await testPortal()
const clerk = await portal.as()
const academy = await academyIn(portal)
const desk = cardDesk(portal, clerk, academy)
afterAll(() => portal.close())

describe('the window of a card link shows', () => {
  test('that it is paid, what the wallet was and is, and the receipt', async () => {
    const order = await desk.start()
    expect(order).toMatchObject({ state: 'open', status: 'Pending', problem: null, purchase: null })
    await portal.run((tx) =>
      postTo(tx, {
        member: order.member_id,
        kind: 'opening',
        credit: 315,
        cause: { key: `opening/${order.member_id}`, type: 'opening', id: null, label: 'Opening balance' },
      }),
    )
    await desk.pay(order.order_id)
    await portal.portal.background.settled()
    expect(await desk.link(order)).toMatchObject({
      state: 'paid',
      status: 'Done',
      problem: null,
      purchase: { orNo: expect.stringMatching(/^OR-/), name: 'Lim Ah Kow', from: 315, to: 435 },
    })
    await desk.cancel(order)
    expect(await desk.link(order)).toMatchObject({ state: 'paid', status: 'Cancelled', purchase: { to: 435 } })
  })

  test('a decline whose reason is long and has what cannot be kept', async () => {
    const order = await desk.start()
    const reason = `No\0 ${'x'.repeat(295)}😀 and more`
    const failed = desk.captured(order.order_id, 'pay_worded', { status: 'failed', error_description: reason })
    await desk.event('payment.failed', failed, { id: 'evt_worded' })
    const { problem } = await desk.link(order)
    expect(problem).toBe(`The card was declined: No ${'x'.repeat(295)}😀.`)
  })

  test('money whose receipt number was issued already, and an order whose number was', async () => {
    const set = (type: string, last: number) =>
      sql`update document_format set running_no = ${last} where type = ${type}`.execute(portal.handle)
    const used = 'This number was issued already. Please check the running number of its format.'
    await desk.settled()
    const order = await desk.start()
    const numbers = await portal.run((tx) =>
      tx.query<{ type: string; last: number }>(sql`select type, running_no as last from document_format`),
    )
    await set('Official Receipt', 0)
    await desk.pay(order.order_id)
    await portal.portal.background.settled()
    expect(await desk.link(order)).toMatchObject({
      state: 'open',
      problem: expect.stringContaining(`was paid. ${used}`),
    })
    await set('Order', 0)
    const refused = await clerk.post('/payment/checkout', await desk.body())
    expect([refused.statusCode, refused.json().message]).toEqual([409, used])
    for (const { type, last } of numbers) await set(type, last)
  })

  test('every declined card, a second one with the same reason too, and none twice', async () => {
    const order = await desk.start()
    const failed = (id: string) =>
      desk.captured(order.order_id, id, { status: 'failed', error_description: 'Insufficient funds.' })
    await desk.event('payment.failed', failed('pay_first'), { id: 'evt_declined_1' })
    const first = await desk.link(order)
    expect(first).toMatchObject({ state: 'open', problem: 'The card was declined: Insufficient funds.' })
    expect(first.declinedAt).toBe('2026-11-20T04:00:00.000Z')
    portal.clock.set('2026-11-20T04:01:00Z')
    await desk.event('payment.failed', failed('pay_first'), { id: 'evt_declined_again' })
    expect(await desk.link(order)).toEqual(first)
    await desk.event('payment.failed', failed('pay_second'), { id: 'evt_declined_2' })
    expect(await desk.link(order)).toMatchObject({ problem: first.problem, declinedAt: '2026-11-20T04:01:00.000Z' })
    portal.clock.set('2026-11-20T04:00:00Z')
    await desk.pay(order.order_id)
    await portal.portal.background.settled()
    expect(await desk.link(order)).toMatchObject({ state: 'paid', problem: null, declinedAt: null })
  })

  test('a decline that only the payer’s browser reported, once the provider was asked', async () => {
    const order = await desk.start()
    const failed = {
      id: 'pay_sandbox_quiet',
      order_id: order.order_id,
      amount: 10_000,
      currency: 'MYR',
      status: 'failed',
      created_at: '2026-11-20T04:00:00Z',
    }
    await portal.run((tx) =>
      tx.change({ section: 'test', docType: 'test', action: 'test', description: 'declined' }, (on) =>
        sql`insert into sandbox_payment select * from json_populate_record(null::sandbox_payment,
          ${JSON.stringify(failed)})`.execute(on()),
      ),
    )
    const answer = await portal.app.inject({
      method: 'POST',
      url: `/api/checkout/return?payment_id=${order.payment_id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ 'error[description]': 'Made up by the browser' }).toString(),
    })
    expect(answer.headers.location).toBe('/checkout?status=false')
    await portal.portal.background.settled()
    const { problem, state } = await desk.link(order)
    expect([state, problem]).toEqual(['open', expect.stringMatching(/^The card was declined: .*sandbox/)])
  })

  test('that the link has ended after a day', async () => {
    const order = await desk.start()
    portal.clock.set('2026-11-21T04:00:01Z')
    const late = await portal.as()
    const link = (await late.get(`/payment/checkout/${order.payment_id}/link`)).json()
    expect(link).toMatchObject({ state: 'ended', status: 'Pending' })
    // A new order is made with these.
    expect(link).toMatchObject({
      payer: { _id: order.member_id, name: 'Lim Ah Kow' },
      package: { _id: academy.package },
    })
    portal.clock.set('2026-11-20T04:00:00Z')
  })
})
