/** What becomes of a card order: paid once, ended once, and everything else told in words. */
import { formatRM } from '@academy/contract/wallet/rules.ts'
import { completeCardPayment, endCardPayment, openRefund, withdrawPayment } from '../payments/payments.ts'
import type { Tx } from '../platform/data/index.ts'
import { systemCaller } from '../platform/http/index.ts'
import type { ProviderPayment } from './client.ts'
import type { CardOrder } from './tables.ts'

/** Who settles card payments, in the trail and on the receipt. */
export const cardCaller = systemCaller('Card provider')

const byProvider = (tx: Tx) => tx.as(cardCaller, tx.portal.clock)

export async function cardOrder(tx: Tx, payment: string): Promise<CardOrder | undefined> {
  return tx.read().selectFrom('cardOrder').selectAll().where('payment', '=', payment).executeTakeFirst()
}

/** The order under the provider's own number, locked: of all who settle it one does and the others see it done. */
const lockOrder = (tx: Tx, provider: string, order: string) =>
  tx
    .read()
    .selectFrom('cardOrder')
    .selectAll()
    .where('provider', '=', provider)
    .where('providerOrder', '=', order)
    .forUpdate()
    .executeTakeFirst()

/** The same of one payment, for somebody at the desk. */
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

/** Keeps what went wrong, once. */
async function note(tx: Tx, order: CardOrder, problem: string, declinedAt: string | null = null) {
  if (order.problem === problem && order.declinedAt === declinedAt) return
  const description = `Card order ${order.providerOrder}: ${problem}`
  await change(byProvider(tx), order, 'Problem', description, { problem, declinedAt })
}

/** `refused` money is a refund that somebody has to make. */
export type Outcome = 'credited' | 'already' | 'refused' | 'unknown'

/** Whether money is what was ordered; else why not. */
function disagreement(order: CardOrder, paid: ProviderPayment): string | undefined {
  if (paid.amount !== order.amount || paid.currency !== order.currency)
    return `${paid.id} paid ${paid.currency} ${paid.amount} sen, ordered were ${order.currency} ${order.amount} sen`
  if (order.state === 'ended') return `${paid.id} was paid after the order had ended`
  if (order.state === 'paid') return `${paid.id} paid the order a second time`
  return undefined
}

/**
 * Credits captured money of an order, once: receipt, wallet, expiry and notice in the one transaction that marks the
 * order paid. Whoever comes later with the same money finds it done.
 */
export async function credit(tx: Tx, provider: string, paid: ProviderPayment): Promise<Outcome> {
  const order = paid.order_id ? await lockOrder(tx, provider, paid.order_id) : undefined
  if (!order) return 'unknown'
  if (order.providerPayment === paid.id) return 'already'
  const wrong = disagreement(order, paid)
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

/** A declined attempt, told once: the order stays open, since another card may pay it. */
export async function recordDeclined(tx: Tx, provider: string, failed: ProviderPayment): Promise<void> {
  const order = failed.order_id ? await lockOrder(tx, provider, failed.order_id) : undefined
  if (order?.state !== 'open') return
  // The event and the payer's return tell of one attempt; it is known by the provider's payment.
  const told = { id: `declined:${failed.id}`, event: 'payment.failed', providerOrder: order.providerOrder }
  if (!(await isNewEvent(tx, provider, told))) return
  const why = (failed.error_description ?? 'the provider gave no reason').slice(0, 300).replace(/\.$/, '')
  await note(tx, order, `The card was declined: ${why}.`, tx.now)
}

/** Why money that is there could not be credited yet; it is tried again. */
export async function recordProblem(tx: Tx, provider: string, providerOrder: string, problem: string): Promise<void> {
  const order = await lockOrder(tx, provider, providerOrder)
  if (order?.state === 'open') await note(tx, order, problem)
}

/** An order nobody paid: its payment is rejected and the member told. */
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
 * An order the desk takes back before it is paid. Whoever settles it at the same moment waits for the order's lock: the
 * money was credited and this is refused, or it comes later and is to be refunded.
 */
export async function withdraw(tx: Tx, payment: string, reason: string | null): Promise<void> {
  const order = await lockOrderOf(tx, payment)
  await withdrawPayment(tx, payment)
  if (order?.state !== 'open') return
  const problem = `Withdrawn by ${tx.by.username}${reason ? `: ${reason}` : ''}`
  const description = `Card order ${order.providerOrder}: ${problem}`
  await change(tx, order, 'Withdrawn', description, { state: 'ended', problem, declinedAt: null })
}

/** True the first time an event about an order of ours is seen; forgotten again if its transaction fails. */
export async function isNewEvent(
  tx: Tx,
  provider: string,
  event: { id: string; event: string; providerOrder: string },
) {
  const [place] = await tx
    .read()
    .selectFrom('cardOrder')
    .select('payment')
    .where('provider', '=', provider)
    .where('providerOrder', '=', event.providerOrder)
    .execute()
  const [seen] = await tx.read().selectFrom('cardEvent').select('id').where('id', '=', event.id).execute()
  if (!place || seen) return false
  const [kept] = await byProvider(tx).change(
    {
      section: 'Payment',
      docType: 'card-event',
      docId: place.payment,
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
  return kept !== undefined
}
