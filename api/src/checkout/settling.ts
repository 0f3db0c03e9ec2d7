/** The states of a card order: it is paid once or ended once; anything else is recorded as its problem. */
import { firstOf } from '@academy/contract/platform/text.ts'
import { formatRM } from '@academy/contract/wallet/rules.ts'
import { completeCardPayment, endCardPayment, openRefund, withdrawPayment } from '../payments/payments.ts'
import type { Tx } from '../platform/data/index.ts'
import { systemCaller } from '../platform/http/index.ts'
import type { ProviderPayment } from './client.ts'
import type { CardOrder } from './tables.ts'

/** The caller that settles card payments, in the audit trail and on the receipt. */
export const cardCaller = systemCaller('Card provider')

const byProvider = (tx: Tx) => tx.as(cardCaller, tx.portal.clock)

export async function cardOrder(tx: Tx, payment: string): Promise<CardOrder | undefined> {
  return tx.read().selectFrom('cardOrder').selectAll().where('payment', '=', payment).executeTakeFirst()
}

/** The order with this number of the provider's. */
const orderOf = (tx: Tx, provider: string, order: string) =>
  tx.read().selectFrom('cardOrder').selectAll().where('provider', '=', provider).where('providerOrder', '=', order)

/** The same, locked so that it is settled once. */
const lockOrder = (tx: Tx, provider: string, order: string) =>
  orderOf(tx, provider, order).forUpdate().executeTakeFirst()

/** The same by our payment's id. */
const lockOrderOf = (tx: Tx, payment: string) =>
  tx.read().selectFrom('cardOrder').selectAll().where('payment', '=', payment).forUpdate().executeTakeFirst()

async function change(by: Tx, order: CardOrder, action: string, description: string, set: Partial<CardOrder>) {
  await by.change(
    {
      section: 'Payment',
      docType: 'card-order',
      docId: order.payment,
      action,
      description,
      from: order,
      to: { ...order, ...set },
    },
    (on) =>
      on()
        .updateTable('cardOrder')
        .set({ ...set, updatedAt: by.now })
        .where('payment', '=', order.payment)
        .execute(),
  )
}

/** Records a problem unless it is recorded already. */
async function note(tx: Tx, order: CardOrder, problem: string, declinedAt: string | null = null) {
  if (order.problem === problem && order.declinedAt === declinedAt) return
  const description = `Card order ${order.providerOrder}: ${problem}`
  await change(byProvider(tx), order, 'Problem', description, { problem, declinedAt })
}

/** `refused` money has to be refunded by hand. */
export type Outcome = 'credited' | 'already' | 'refused' | 'unknown'

/** Why money does not match its order, if so. */
function mismatch(order: CardOrder, paid: ProviderPayment): string | undefined {
  if (paid.amount !== order.amount || paid.currency !== order.currency)
    return `${paid.id} paid ${paid.currency} ${paid.amount} sen, ordered were ${order.currency} ${order.amount} sen`
  if (order.state === 'ended') return `${paid.id} was paid after the order had ended`
  if (order.state === 'paid') return `${paid.id} paid the order a second time`
  return undefined
}

/** Whether money would be credited to an order of ours. */
export async function isDue(tx: Tx, provider: string, paid: ProviderPayment): Promise<boolean> {
  const order = paid.order_id ? await orderOf(tx, provider, paid.order_id).executeTakeFirst() : undefined
  return order !== undefined && mismatch(order, paid) === undefined
}

/**
 * Credits captured money of an order, once: receipt, wallet, expiry and notice in the one transaction that marks the
 * order paid. Repeated for the same money it answers `already`.
 */
export async function credit(tx: Tx, provider: string, paid: ProviderPayment): Promise<Outcome> {
  const order = paid.order_id ? await lockOrder(tx, provider, paid.order_id) : undefined
  if (!order) return 'unknown'
  if (order.providerPayment === paid.id) return 'already'
  const wrong = mismatch(order, paid)
  const found = wrong ? undefined : await completeCardPayment(byProvider(tx), order.payment)
  const problem = wrong ?? (found === 'Pending' ? undefined : `${paid.id} was paid, and the payment is ${found}`)
  if (problem) {
    tx.portal.log.error({ order: order.providerOrder, payment: order.payment, problem }, 'card money not credited')
    await note(tx, order, problem)
    const { payment } = order
    const { amount, currency, id: providerPayment } = paid
    await openRefund(byProvider(tx), { payment, provider, providerPayment, amount, currency, reason: problem })
    return 'refused'
  }
  await change(byProvider(tx), order, 'Paid', `Card payment ${paid.id} of ${formatRM(order.amount)}, ${provider}`, {
    state: 'paid',
    providerPayment: paid.id,
    problem: null,
    declinedAt: null,
  })
  return 'credited'
}

/** Records a declined attempt once. The order stays open, since another card may pay it. */
export async function recordDeclined(tx: Tx, provider: string, failed: ProviderPayment): Promise<void> {
  const order = failed.order_id ? await lockOrder(tx, provider, failed.order_id) : undefined
  if (order?.state !== 'open') return
  // The event and the payer's return report one attempt, identified by the provider's payment.
  const attempt = { id: `declined:${failed.id}`, event: 'payment.failed', providerOrder: order.providerOrder }
  if (!(await isNewEvent(tx, provider, attempt))) return
  const told = (failed.error_description ?? 'the provider gave no reason').replaceAll('\0', '').toWellFormed()
  const why = firstOf(told, 300).trimEnd().replace(/\.$/, '')
  await note(tx, order, `The card was declined: ${why}.`, tx.now)
}

/** Records why captured money could not be credited yet; it is tried again. */
export async function recordProblem(tx: Tx, provider: string, providerOrder: string, problem: string): Promise<void> {
  const order = await lockOrder(tx, provider, providerOrder)
  if (order?.state === 'open') await note(tx, order, problem)
}

/** Ends an unpaid order: rejects its payment and notifies the member. */
export async function end(tx: Tx, provider: string, providerOrder: string): Promise<void> {
  const order = await lockOrder(tx, provider, providerOrder)
  if (order?.state !== 'open') return
  await endCardPayment(byProvider(tx), order.payment)
  await change(byProvider(tx), order, 'Ended', `Card order ${providerOrder} was not paid in time`, {
    state: 'ended',
    problem: order.problem ?? 'Not paid in time',
  })
}

/**
 * Withdraws an unpaid order. The lock decides against a settlement at the same moment: either the money was credited and
 * this is refused, or it comes later and opens a refund.
 */
export async function withdraw(tx: Tx, payment: string, reason: string | null): Promise<void> {
  const order = await lockOrderOf(tx, payment)
  await withdrawPayment(tx, payment)
  if (order?.state !== 'open') return
  const problem = `Withdrawn by ${tx.by.username}${reason ? `: ${reason}` : ''}`
  const description = `Card order ${order.providerOrder}: ${problem}`
  await change(tx, order, 'Withdrawn', description, { state: 'ended', problem, declinedAt: null })
}

/** True the first time an event about an order of ours is seen; undone when its transaction fails. */
export async function isNewEvent(
  tx: Tx,
  provider: string,
  event: { id: string; event: string; providerOrder: string },
) {
  const [order] = await tx
    .read()
    .selectFrom('cardOrder')
    .select('payment')
    .where('provider', '=', provider)
    .where('providerOrder', '=', event.providerOrder)
    .execute()
  const [seen] = await tx.read().selectFrom('cardEvent').select('id').where('id', '=', event.id).execute()
  if (!order || seen) return false
  const [inserted] = await byProvider(tx).change(
    {
      section: 'Payment',
      docType: 'card-event',
      docId: order.payment,
      action: 'Received',
      description: `Card provider told of ${event.event} for ${event.providerOrder}`,
    },
    (on) =>
      on()
        .insertInto('cardEvent')
        .values({ ...event, at: tx.now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .execute(),
  )
  return inserted !== undefined
}
