import { sql } from 'kysely'
import { z } from 'zod'
import { transactFor } from '../../../src/checkout/reconcile.ts'
import { type Keys, sandboxKeys } from '../../../src/checkout/sandbox.ts'
import { paidContent, signatureOf } from '../../../src/checkout/signature.ts'
import { type Academy, putAdult } from '../academy.ts'
import type { Client, TestPortal } from '../portal.ts'

const started = z.looseObject({
  payment: z.object({ _id: z.string(), orderID: z.string(), status: z.string() }),
  payment_id: z.string(),
  member_id: z.string(),
  amount: z.string(),
  currency: z.string(),
  order_id: z.string(),
  token: z.string(),
  checkoutUrl: z.string(),
  sandbox: z.boolean(),
})
export type Started = z.output<typeof started>

const paid = z.object({
  razorpay_payment_id: z.string(),
  razorpay_order_id: z.string(),
  razorpay_signature: z.string(),
})

/** The payer's actions in the sandbox, and the provider's server calls. */
export function cardDesk(portal: TestPortal, clerk: Client, academy: Pick<Academy, 'coach' | 'package'>) {
  const keys = (): Promise<Keys> => sandboxKeys(transactFor(portal.portal))
  const member = () => portal.run((tx) => putAdult(tx))
  const body = async () => ({ memberId: await member(), package: academy.package, coachReceived: academy.coach })
  const start = async (): Promise<Started> =>
    started.parse((await clerk.post('/payment/checkout', await body())).json())
  const choose = async (order: string, pays: boolean) =>
    portal.app.inject({
      method: 'POST',
      url: '/api/sandbox/checkout',
      payload: { key: (await keys()).keyId, order_id: order, pays },
    })
  /** Pays without delivering the events that follow. */
  const payUnheard = async (order: string, amount = 10_000, currency = 'MYR') => {
    const id = `pay_sandbox${(await portal.run(async (tx) => tx.newId())).replaceAll('-', '')}`
    await portal.run((tx) =>
      tx.change({ section: 'test', docType: 'test', action: 'test', description: 'paid' }, async (on) => {
        await sql`insert into sandbox_payment (id, order_id, amount, currency, status, created_at)
          values (${id}, ${order}, ${amount}, ${currency}, 'captured', ${tx.now})`.execute(on())
        await sql`update sandbox_order set status = 'paid' where id = ${order}`.execute(on())
      }),
    )
    return { id, signature: signatureOf((await keys()).keySecret, paidContent(order, id)) }
  }
  const event = async (name: string, payment: object, more: { id?: string; secret?: string } = {}) => {
    const raw = JSON.stringify({ entity: 'event', event: name, payload: { payment: { entity: payment } } })
    const secret = more.secret ?? (await keys()).webhookSecret
    return portal.anyone.post('/payment/webhook', raw, {
      'content-type': 'application/json',
      'x-razorpay-signature': signatureOf(secret, raw),
      ...(more.id ? { 'x-razorpay-event-id': more.id } : {}),
    })
  }
  const captured = (order: string, id: string, more: object = {}) => ({
    id,
    entity: 'payment',
    order_id: order,
    amount: 10_000,
    currency: 'MYR',
    status: 'captured',
    ...more,
  })
  const confirm = (order: Started, money: { id: string; signature: string }, more: object = {}) =>
    portal.anyone.post('/payment/checkout/confirm', {
      payment_id: order.payment_id,
      order_id: order.order_id,
      provider_payment_id: money.id,
      signature: money.signature,
      ...more,
    })
  const status = async (order: Started) => (await clerk.get(`/payment/${order.payment_id}`)).json()
  const link = async (order: Started) => (await clerk.get(`/payment/checkout/${order.payment_id}/link`)).json()
  /** What the page of a link answers. */
  const page = (link: string) => {
    const { searchParams } = new URL(link)
    const id = searchParams.get('payment_id')
    searchParams.delete('payment_id')
    return portal.anyone.get(`/payment/checkout/${id}?${searchParams}`)
  }
  /** Paid, and reported by the provider's event. */
  const settled = async () => {
    const order = await start()
    const money = await payUnheard(order.order_id)
    await event('payment.captured', captured(order.order_id, money.id), { id: `evt_${money.id}` })
    return { order, money }
  }
  const cancel = (order: Started) => clerk.put(`/payment/cancel/${order.payment_id}`, { reason: 'Moved away' })
  const purchases = (order: Started) =>
    portal.run((tx) =>
      tx.query<{ credit: number }>(sql`select credit from wallet_entry where member = ${order.member_id}`),
    )
  return {
    keys,
    body,
    start,
    choose,
    pay: async (order: string) => paid.parse((await choose(order, true)).json()),
    payUnheard,
    event,
    captured,
    confirm,
    status,
    link,
    page,
    settled,
    cancel,
    purchases,
  }
}
