import type { PaymentDryRun, PaymentEffect } from '@academy/contract/payments/preview.ts'
import { expiryAfterPurchase } from '@academy/contract/wallet/rules.ts'
import type { Tx } from '../platform/data/index.ts'
import { rehearse, type Transact } from '../platform/http/index.ts'
import { walletOf } from '../wallet/wallet.ts'
import { paymentRow } from './listing.ts'
import { noOrders, openOrdersOf, similarOrders } from './open-orders.ts'
import { createOrder } from './orders.ts'
import { cancelPayment } from './payments.ts'
import { refundsOf } from './refunds.ts'

/** Performs the action, reads its effect on the wallet and rolls back. Fails as the action itself would. */
export const dryRun = (transact: Transact, wanted: PaymentDryRun): Promise<PaymentEffect> =>
  rehearse(transact, (tx) => effectOf(tx, wanted))

const effectOf = (tx: Tx, wanted: PaymentDryRun) =>
  wanted.action === 'order' ? ordered(tx, wanted) : cancelled(tx, wanted.id)

async function ordered(tx: Tx, wanted: Extract<PaymentDryRun, { action: 'order' }>): Promise<PaymentEffect> {
  const id = await createOrder(tx, { ...wanted, knows: null })
  const { member, package: bought, payerName, amount, creditPurchase, balance, duration } = await paymentRow(tx, id)
  const { creditExpired } = await walletOf(tx, member)
  const [open] = await openOrdersOf(tx, [member], [id])
  return {
    payer: { _id: member, name: payerName },
    amount,
    wallet: { from: balance, to: balance + creditPurchase },
    creditExpired: { from: creditExpired, to: expiryAfterPurchase(creditExpired, tx.today, duration) },
    openOrders: open ?? noOrders,
    similar: await similarOrders(tx, { member, package: bought, id }),
    close: null,
    refund: null,
  }
}

async function closeOf(tx: Tx, id: string): Promise<PaymentEffect['close'] | undefined> {
  const close = await tx
    .read()
    .selectFrom('cashCloseLine')
    .innerJoin('cashClose', 'cashClose.id', 'cashCloseLine.close')
    .select(['cashClose.id', 'cashClose.number'])
    .where('cashCloseLine.payment', '=', id)
    .where('cashCloseLine.kind', '=', 'received')
    .executeTakeFirst()
  return close && { _id: close.id, number: close.number }
}

async function cancelled(tx: Tx, id: string): Promise<PaymentEffect> {
  tx.need('verifyPayment.verify')
  const { member, payerName, amount } = await paymentRow(tx, id)
  const before = await walletOf(tx, member)
  const known = (await refundsOf(tx, id)).map(({ _id }) => _id)
  await cancelPayment(tx, id)
  const after = await walletOf(tx, member)
  const [open] = await openOrdersOf(tx, [member])
  const refund = (await refundsOf(tx, id)).find(({ _id }) => !known.includes(_id))
  return {
    payer: { _id: member, name: payerName },
    amount,
    wallet: { from: before.balance, to: after.balance },
    creditExpired: { from: before.creditExpired, to: after.creditExpired },
    openOrders: open ?? noOrders,
    similar: [],
    close: (await closeOf(tx, id)) ?? null,
    refund: refund ?? null,
  }
}
