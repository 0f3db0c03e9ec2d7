import { displayDate } from '@academy/contract/courses/calendar.ts'
import { type PaymentStatus, paymentCan, paymentStatus } from '@academy/contract/payments/rules.ts'
import { addMonths, expiryAfterPurchase, formatRM, sen } from '@academy/contract/wallet/rules.ts'
import { isMember } from '../members/members.ts'
import { notify } from '../notices/notices.ts'
import { nextNumber } from '../numbers/numbers.ts'
import { academyNow, needOpenMonth, plannedOnce, type Tx } from '../platform/data/index.ts'
import { conflict, found } from '../platform/http/index.ts'
import { businessDate } from '../platform/runtime/index.ts'
import { entryOf, lockWallet, post, reverse, setExpiry } from '../wallet/wallet.ts'
import { expiryWithout } from './expiry-without.ts'
import type { PaymentRow } from './listing.ts'
import { writeReceipt } from './receipts/written-receipts.ts'
import { refundOf } from './refunds.ts'
import type { PaymentRecord } from './tables.ts'

export { paymentDocument, validUntil } from './listing.ts'
export { createOrder, quoteOrder } from './orders.ts'
export { receiptsPdf } from './receipts/receipt.ts'
export { receiptFiles, receiptsIssued, receiptsIssuedIn } from './receipts/receipt-files.ts'
export { sampleReceipt } from './receipts/sample-receipt.ts'
export { writeEarlierReceipts } from './receipts/written-receipts.ts'
export { openRefund } from './refunds.ts'

type Action = keyof typeof paymentCan

const section = 'Verify Payment'
const past = {
  verify: 'verified',
  reject: 'rejected',
  withdraw: 'withdrawn',
  cancel: 'cancelled',
  print: 'printed as a receipt',
} as const

/** 409 with the present state, unless the state allows the action. `among` names the payment when there are several. */
export function checkState(payment: PaymentRecord, action: Action, among = ''): void {
  if (paymentCan[action](payment)) return
  const status = paymentStatus(payment)
  if (status === 'Pending' && payment.paymentType === 'Cash' && action === 'withdraw')
    throw conflict(`The payment is ${status}. A cash payment is verified or rejected, only a card order is withdrawn.`)
  if (status === 'Pending' && payment.paymentType === 'Direct' && action !== 'print')
    throw conflict(`The payment is ${status}. A card payment is settled by the card provider, not by hand.`)
  const disabled = payment.isDisable ? ' and disabled' : ''
  throw conflict(`The payment${among} is ${status}${disabled}, it cannot be ${past[action]}`)
}

interface LockedPayment extends PaymentRecord {
  payerName: string
}

/** The payment, locked until the transaction ends. */
export async function lockRow(tx: Tx, id: string): Promise<LockedPayment> {
  const payment = await tx
    .read()
    .selectFrom('payment')
    .innerJoin('member', 'member.id', 'payment.member')
    .selectAll('payment')
    .select('member.name as payerName')
    .where('payment.id', '=', id)
    .forUpdate('payment')
    .modifyEnd(plannedOnce)
    .executeTakeFirst()
  return found(payment, 'Payment')
}

/** The same for a payment in a state that allows the action. */
async function lockPayment(tx: Tx, id: string, action: Action): Promise<LockedPayment> {
  const payment = await lockRow(tx, id)
  checkState(payment, action)
  return payment
}

/** Writes what changed in a payment and records it. */
async function settle(
  tx: Tx,
  payment: LockedPayment,
  action: string,
  description: string,
  set: Partial<PaymentRecord>,
) {
  await tx.change(
    { section, docType: 'payment', docId: payment.id, action, description, from: payment, to: { ...payment, ...set } },
    (on) =>
      on()
        .updateTable('payment')
        .set({ ...set, updatedAt: tx.now })
        .where('id', '=', payment.id)
        .modifyEnd(plannedOnce)
        .execute(),
  )
}

const what = (payment: PaymentRecord) => `${formatRM(sen(payment.amount))} for ${payment.packageTitle}`

const notifyPayer = (tx: Tx, payment: PaymentRecord, title: string, message: string, settledBy: string | null = null) =>
  notify(tx, { member: payment.member, type: 'payment', title, message, settledBy })

/** The user who settles it; null for a card payment, which no user settles. */
const settlerOf = (tx: Tx, payment: PaymentRecord) => (payment.paymentType === 'Cash' ? tx.by.userId : null)

/** Pending to Done: credit, receipt, expiry and the member's notice, all of them or none. Answers the payment as it is then. */
export async function verifyPayment(tx: Tx, id: string): Promise<PaymentRow> {
  return complete(tx, await lockPayment(tx, id, 'verify'))
}

/**
 * The same for a card payment whose money the provider has. Answers the status before, and does nothing unless that was
 * Pending.
 */
export async function completeCardPayment(tx: Tx, id: string): Promise<PaymentStatus> {
  const payment = await lockRow(tx, id)
  const status = paymentStatus(payment)
  if (status === 'Pending') await complete(tx, payment)
  return status
}

async function complete(tx: Tx, payment: LockedPayment): Promise<PaymentRow> {
  const { id } = payment
  const wallet = await lockWallet(tx, payment.member)
  // Checked under the wallet's lock, which the deletion of a member takes as well.
  if (!(await isMember(tx, payment.member)))
    throw conflict('The member was deleted; the payment cannot be verified, only rejected')
  const receiptNo = await nextNumber(tx, 'Official Receipt')
  const expiredDate = addMonths(tx.today, payment.duration)
  const { creditPurchase } = payment
  await settle(
    tx,
    payment,
    'Verified',
    `Verified payment ${receiptNo} of ${payment.payerName}, ${creditPurchase} credits`,
    {
      isPay: true,
      receiptNo,
      verifiedBy: tx.by.userId,
      verifiedByName: tx.by.username,
      expiredDate,
      expiryBefore: wallet.creditExpired,
      dateTime: tx.now,
    },
  )
  if (creditPurchase > 0)
    await post(tx, wallet, {
      kind: 'purchase',
      credit: creditPurchase,
      cause: { key: causeOf(id), type: 'payment', id, label: `${payment.packageTitle}, receipt ${receiptNo}` },
    })
  const validUntil = expiryAfterPurchase(wallet.creditExpired, tx.today, payment.duration)
  await setExpiry(tx, wallet, validUntil)
  const verified = await writeReceipt(tx, id)
  await notifyPayer(
    tx,
    payment,
    'Payment verified',
    `Your payment of ${what(payment)} was verified, official receipt ${receiptNo}. ` +
      `${creditPurchase} credits were added, valid until ${displayDate(validUntil)}.`,
    settlerOf(tx, payment),
  )
  return verified
}

const causeOf = (id: string) => `payment/${id}`

/** The ledger entry of a payment; undefined until it is Done. */
export const purchaseOf = (tx: Tx, id: string) => entryOf(tx, causeOf(id))

/** Pending to Rejected, with a notice that has the academy's phone number. */
export async function rejectPayment(tx: Tx, id: string): Promise<void> {
  await reject(tx, await lockPayment(tx, id, 'reject'), 'was rejected')
}

/** The same for a card order that must not be paid any more. */
export async function withdrawPayment(tx: Tx, id: string): Promise<void> {
  await reject(tx, await lockPayment(tx, id, 'withdraw'), 'was withdrawn')
}

/** The same for a card order not paid in time; does nothing unless it is Pending. */
export async function endCardPayment(tx: Tx, id: string): Promise<void> {
  const payment = await lockRow(tx, id)
  if (paymentStatus(payment) === 'Pending') await reject(tx, payment, 'was not paid by card in time')
}

/** `how` goes into the notice. */
async function reject(
  tx: Tx,
  payment: LockedPayment,
  how: 'was rejected' | 'was withdrawn' | 'was not paid by card in time',
): Promise<void> {
  await needOpenMonth(tx)
  const action = how === 'was withdrawn' ? 'Withdrawn' : 'Rejected'
  await settle(tx, payment, action, `${action} payment ${payment.orderNo} of ${payment.payerName}`, {
    isRejected: true,
    rejectedAt: tx.now,
    verifiedBy: tx.by.userId,
    verifiedByName: tx.by.username,
  })
  // Nobody is left to be told.
  if (!(await isMember(tx, payment.member))) return
  const { phone } = await academyNow(tx)
  await notifyPayer(
    tx,
    payment,
    'Payment rejected',
    `Your payment of ${what(payment)}, order ${payment.orderNo}, ${how}. Please contact us${phone ? `: ${phone}` : ''}.`,
    settlerOf(tx, payment),
  )
}

/**
 * Done to Cancelled: the credit goes back even if it is spent by now; the receipt number stays used. Money paid by card
 * opens a refund.
 */
export async function cancelPayment(tx: Tx, id: string, reason?: string | null): Promise<void> {
  const payment = await lockPayment(tx, id, 'cancel')
  const wallet = await lockWallet(tx, payment.member)
  // Nobody could pay a debt of the wallet, or write it off.
  if (!(await isMember(tx, payment.member)))
    throw conflict('The member was deleted with a settled wallet; the payment stays as it is')
  await settle(
    tx,
    payment,
    'Cancelled',
    `Cancelled payment ${payment.receiptNo} of ${payment.payerName}, ${payment.creditPurchase} credits`,
    {
      isCancelled: true,
      cancelledAt: tx.now,
      cancelReason: reason || null,
    },
  )
  const purchase = await entryOf(tx, causeOf(id))
  if (purchase)
    await reverse(tx, wallet, {
      entry: purchase.id,
      kind: 'purchase-cancelled',
      cause: {
        key: `${causeOf(id)}/cancelled`,
        type: 'payment',
        id,
        label: `Cancelled: ${payment.packageTitle}, receipt ${payment.receiptNo}`,
        day: businessDate(new Date(payment.dateTime)),
      },
      note: reason || null,
    })
  await setExpiry(tx, wallet, await expiryWithout(tx, payment, wallet.creditExpired))
  await refundOf(tx, payment.id, `Receipt ${payment.receiptNo} was cancelled`)
  await notifyPayer(
    tx,
    payment,
    'Payment cancelled',
    `Your payment of ${what(payment)}, official receipt ${payment.receiptNo}, was cancelled and ` +
      `${payment.creditPurchase} credits were taken back.`,
  )
}
