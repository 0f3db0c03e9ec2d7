import { paymentStatus, undoProblem } from '@academy/contract/payments/rules.ts'
import { formatRM, sen } from '@academy/contract/wallet/rules.ts'
import type { UndoEffect } from '@academy/contract/wallet/undo.ts'
import { isMember } from '../members/members.ts'
import type { Tx } from '../platform/data/index.ts'
import { conflict } from '../platform/http/index.ts'
import { watchWallets } from '../wallet/wallet.ts'
import { orderAgain } from './orders.ts'
import { cancelPayment, lockRow } from './payments.ts'

/** The order that a payment was made again as, if it was. */
const madeAgain = (tx: Tx, id: string) =>
  tx.read().selectFrom('payment').select('orderNo').where('replaces', '=', id).executeTakeFirst()

/**
 * Undoes a verification (the payment is cancelled, its receipt number stays used, and the same order waits as Pending) or
 * a cancellation (the same order waits as Pending), once. No payment moves back: only these moves exist (decision 66). 409
 * for a card payment, one that moved no credit, and one that was made again already.
 */
export async function undoPayment(tx: Tx, id: string): Promise<UndoEffect> {
  const payment = await lockRow(tx, id)
  const problem = undoProblem(payment)
  if (problem) throw conflict(problem)
  const again = await madeAgain(tx, id)
  if (again) throw conflict(`This was undone already: the order was made again as ${again.orderNo}`)
  const { changes } = await watchWallets(tx, [payment.member])
  // Checked under the wallet's lock, which the deletion of a member takes as well.
  if (!(await isMember(tx, payment.member))) throw conflict('The member was deleted; the order cannot be made again')
  const isVerified = paymentStatus(payment) === 'Done'
  if (isVerified) await cancelPayment(tx, id, 'Verification undone')
  const order = { _id: tx.newId(), number: '' }
  order.number = await orderAgain(tx, payment, payment.payerName, order._id)
  const { creditPurchase, amount, packageTitle, receiptNo } = payment
  return {
    lines: [
      isVerified
        ? `Receipt ${receiptNo} keeps its number and is no longer valid.`
        : `Receipt ${receiptNo} stays cancelled: it is not given back.`,
      `${order.number}, ${packageTitle} for ${formatRM(sen(amount))}, waits to be verified or rejected. Verifying it adds ${creditPurchase} credits with a new receipt.`,
    ],
    wallets: await changes(),
    made: order,
  }
}
