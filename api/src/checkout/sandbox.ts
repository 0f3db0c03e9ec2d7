/**
 * The card provider of a portal that has none configured: the provider's REST calls on tables of our own, so that a
 * payment can be shown from start to end without network and money.
 */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Tx } from '../platform/data/index.ts'
import { HttpError, notFound, type Transact } from '../platform/http/index.ts'
import type { Send } from './client.ts'
import { paidContent, signatureOf } from './signature.ts'

export interface Keys {
  keyId: string
  keySecret: string
  webhookSecret: string
}

const idOf = (kind: 'order' | 'pay' | 'evt') => `${kind}_sandbox${randomBytes(9).toString('hex')}`
const entry = { section: 'Card Sandbox', docType: 'sandbox' }
const seconds = (instant: string) => Math.floor(Date.parse(instant) / 1000)

/** The sandbox's keys, created on first use and shared by every process on this database. */
export async function sandboxKeys(transact: Transact): Promise<Keys> {
  const known = (tx: Tx) =>
    tx.read().selectFrom('sandboxKey').select(['keyId', 'keySecret', 'webhookSecret']).executeTakeFirst()
  return (
    (await transact(known)) ??
    (await transact(async (tx) => {
      const secret = () => randomBytes(24).toString('base64url')
      const made = { keyId: `sandbox_${randomBytes(7).toString('hex')}`, keySecret: secret(), webhookSecret: secret() }
      await tx.change(
        { ...entry, action: 'Created', description: 'Made the keys of the sandbox card provider' },
        (on) =>
          on()
            .insertInto('sandboxKey')
            .values(made)
            .onConflict((conflict) => conflict.doNothing())
            .execute(),
      )
      return (await known(tx)) ?? made
    }))
  )
}

const newOrder = z.object({
  amount: z.number().int().min(100).max(99_999_999),
  currency: z.literal('MYR'),
  receipt: z.string().max(40).nullish(),
})

async function createOrder(tx: Tx, given: unknown) {
  const parsed = newOrder.safeParse(given)
  if (!parsed.success) throw new HttpError(400, parsed.error.issues[0]?.message ?? 'The order is malformed')
  const { amount, currency, receipt = null } = parsed.data
  const row = { id: idOf('order'), amount, currency, receipt, status: 'created' as const, attempts: 0 }
  await tx.change({ ...entry, action: 'Ordered', description: `Sandbox order ${row.id}`, to: row }, (on) =>
    on()
      .insertInto('sandboxOrder')
      .values({ ...row, createdAt: tx.now })
      .execute(),
  )
  return getOrder(tx, row.id)
}

async function orderRow(tx: Tx, id: string) {
  const row = await tx.read().selectFrom('sandboxOrder').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Order')
  return row
}

async function getOrder(tx: Tx, id: string) {
  const { createdAt, ...row } = await orderRow(tx, id)
  const paid = row.status === 'paid' ? row.amount : 0
  return {
    ...row,
    entity: 'order',
    amount_paid: paid,
    amount_due: row.amount - paid,
    notes: [],
    created_at: seconds(createdAt),
  }
}

const payments = (tx: Tx) => tx.read().selectFrom('sandboxPayment').selectAll().orderBy('createdAt')
type PaymentRow = Awaited<ReturnType<ReturnType<typeof payments>['execute']>>[number]

const declined = 'Your payment was declined by the sandbox, because Decline was chosen.'

const paymentOf = ({ id, orderId, amount, currency, status, createdAt }: PaymentRow) => ({
  id,
  entity: 'payment',
  amount,
  currency,
  status,
  order_id: orderId,
  method: 'card',
  captured: status === 'captured',
  amount_refunded: 0,
  notes: [],
  error_code: status === 'failed' ? 'BAD_REQUEST_ERROR' : null,
  error_description: status === 'failed' ? declined : null,
  created_at: seconds(createdAt),
})

async function getPayment(tx: Tx, id: string) {
  const row = await payments(tx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Payment')
  return paymentOf(row)
}

async function paymentsOf(tx: Tx, id: string) {
  await orderRow(tx, id)
  const items = (await payments(tx).where('orderId', '=', id).execute()).map(paymentOf)
  return { entity: 'collection', count: items.length, items }
}

async function capture(tx: Tx, id: string, given: unknown) {
  const payment = await getPayment(tx, id)
  const { amount } = z.object({ amount: z.number() }).catch({ amount: 0 }).parse(given)
  if (amount !== payment.amount) throw new HttpError(400, 'Capture amount must be equal to the amount authorized')
  if (payment.status !== 'authorized') throw new HttpError(400, 'This payment has already been captured')
  await tx.change({ ...entry, action: 'Captured', description: `Sandbox payment ${id} captured` }, async (on) => {
    const db = on()
    await db.updateTable('sandboxPayment').set({ status: 'captured' }).where('id', '=', id).execute()
    await db.updateTable('sandboxOrder').set({ status: 'paid' }).where('id', '=', payment.order_id).execute()
  })
  return getPayment(tx, id)
}

/** Answers calls as the provider's REST API does. */
export const sandboxSend =
  (transact: Transact): Send =>
  async (method, path, body) => {
    const [, kind, id = '', more] = path.split('/').map(decodeURIComponent)
    const call = `${method} ${kind}${id && '/:id'}${more ? `/${more}` : ''}`
    const calls: Record<string, (tx: Tx) => Promise<object>> = {
      'POST orders': (tx) => createOrder(tx, body),
      'GET orders/:id': (tx) => getOrder(tx, id),
      'GET orders/:id/payments': (tx) => paymentsOf(tx, id),
      'GET payments/:id': (tx) => getPayment(tx, id),
      'POST payments/:id/capture': (tx) => capture(tx, id, body),
    }
    try {
      const answer = calls[call]
      if (!answer) throw new HttpError(404, 'The requested URL was not found on the server.')
      return { status: 200, body: await transact(answer) }
    } catch (error) {
      if (!(error instanceof HttpError) || error.statusCode >= 500) throw error
      // The provider answers 400 to an unknown id.
      const status = calls[call] ? 400 : 404
      return { status, body: { error: { code: 'BAD_REQUEST_ERROR', description: error.message } } }
    }
  }

/** An event as the provider sends it. */
export interface SandboxEvent {
  id: string
  body: string
  signature: string
}

/** `at` in seconds, as the provider counts. */
function eventOf(keys: Keys, name: string, at: number, payload: Record<string, object>): SandboxEvent {
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_sandbox',
    event: name,
    contains: Object.keys(payload),
    payload: Object.fromEntries(Object.entries(payload).map(([key, entity]) => [key, { entity }])),
    created_at: at,
  })
  return { id: idOf('evt'), body, signature: signatureOf(keys.webhookSecret, body) }
}

/** Pays or declines an order; returns the answer for the checkout and the events that follow. */
export async function attempt(transact: Transact, keys: Keys, order: string, pays: boolean) {
  const { payment, placed } = await transact(async (tx) => {
    await tx.read().selectFrom('sandboxOrder').select('id').where('id', '=', order).forUpdate().executeTakeFirst()
    const { status, attempts, amount, currency } = await orderRow(tx, order)
    if (status === 'paid') throw new HttpError(400, 'This order is paid already')
    const made = pays ? ('captured' as const) : ('failed' as const)
    const row = { id: idOf('pay'), orderId: order, amount, currency, status: made }
    const words = pays ? 'paid' : 'declined'
    await tx.change({ ...entry, action: 'Attempted', description: `Sandbox order ${order} ${words}` }, async (on) => {
      const db = on()
      await db
        .insertInto('sandboxPayment')
        .values({ ...row, createdAt: tx.now })
        .execute()
      await db
        .updateTable('sandboxOrder')
        .set({ status: pays ? 'paid' : 'attempted', attempts: attempts + 1 })
        .where('id', '=', order)
        .execute()
    })
    return { payment: await getPayment(tx, row.id), placed: await getOrder(tx, order) }
  })
  const event = (name: string, payload: Record<string, object>) => eventOf(keys, name, payment.created_at, payload)
  return {
    answer: pays
      ? {
          razorpay_payment_id: payment.id,
          razorpay_order_id: order,
          razorpay_signature: signatureOf(keys.keySecret, paidContent(order, payment.id)),
        }
      : {
          error: {
            code: 'BAD_REQUEST_ERROR',
            description: declined,
            source: 'customer',
            step: 'payment_authorization',
            reason: 'payment_declined',
            metadata: { order_id: order, payment_id: payment.id },
          },
        },
    events: pays
      ? [event('order.paid', { payment, order: placed }), event('payment.captured', { payment })]
      : [event('payment.failed', { payment })],
  }
}
