import type { orderBody } from '@academy/contract/payments/payments.ts'
import { amountOf, creditPurchased, formatRM, ringgit, sen } from '@academy/contract/wallet/rules.ts'
import type { z } from 'zod'
import { checkReference } from '../lists/lists.ts'
import { type Payer, walletPayer } from '../members/members.ts'
import { nextNumber } from '../numbers/numbers.ts'
import { academyNow, needOpenMonth, plannedOnce, type Tx } from '../platform/data/index.ts'
import { HttpError, invalid } from '../platform/http/index.ts'
import { refuseUnseen } from './open-orders.ts'
import type { PaymentRecord } from './tables.ts'

type Order = z.output<typeof orderBody>

/** The member whose wallet will be credited; 400 at the field `memberId` when it does not exist. */
async function payerOf(tx: Tx, memberId: string): Promise<Payer> {
  try {
    return await walletPayer(tx, memberId)
  } catch (error) {
    if (!(error instanceof HttpError) || error.statusCode !== 404) throw error
    throw invalid([{ path: 'memberId', message: 'This Member does not exist' }])
  }
}

/** The payer, the package and the amount in sen. 400 for an unknown member, package or coach, 409 for a disabled one. */
export async function quoteOrder(tx: Tx, order: Order) {
  const payer = await payerOf(tx, order.memberId)
  await checkReference(tx, 'credit-package', order.package, 'package')
  await checkReference(tx, 'coach', order.coachReceived, 'coachReceived')
  const bought = await tx
    .read()
    .selectFrom('creditPackage')
    .select(['id', 'code', 'title', 'description', 'credit', 'addition', 'duration'])
    .where('id', '=', order.package)
    .modifyEnd(plannedOnce)
    .executeTakeFirstOrThrow()
  const { creditPriceSen } = await academyNow(tx)
  return { payer, bought, amount: amountOf(bought.credit, creditPriceSen) }
}

/**
 * A new pending payment; answers its id. What is bought is copied from the package, so that a later edit of the
 * package does not change it. 400 for an unknown member, package or coach, 409 for a disabled one and for a similar order
 * that is missing in `knows`, if that is sent.
 */
export async function createOrder(tx: Tx, order: Order, id: string = tx.newId()): Promise<string> {
  const { payer, bought, amount } = await quoteOrder(tx, order)
  if (order.knows) await refuseUnseen(tx, { member: payer._id, package: bought.id }, order.knows)
  const addition = bought.addition ?? 0
  const terms = {
    member: payer._id,
    package: bought.id,
    packageCode: bought.code,
    packageTitle: bought.title,
    description: bought.description,
    duration: bought.duration,
    addition,
    creditPurchase: creditPurchased(bought.credit, addition),
    amount: ringgit(amount),
    paymentType: order.paymentType,
    coachReceived: order.coachReceived,
    replaces: null,
  }
  const description = (number: string) =>
    `Created order ${number} of ${payer.name}: ${bought.title}, ${formatRM(amount)}`
  await writeOrder(tx, id, terms, description)
  return id
}

type Terms = Pick<
  PaymentRecord,
  | ('member' | 'package' | 'packageCode' | 'packageTitle' | 'description' | 'duration' | 'addition')
  | ('creditPurchase' | 'amount' | 'paymentType' | 'coachReceived' | 'replaces')
>

/** Writes a pending payment with the next order number, which it answers. */
async function writeOrder(tx: Tx, id: string, terms: Terms, description: (number: string) => string): Promise<string> {
  await needOpenMonth(tx)
  const row = {
    id,
    orderNo: await nextNumber(tx, 'Order'),
    ...terms,
    createdByUser: tx.by.userId,
    createdByName: tx.by.username,
    dateTime: tx.now,
  }
  await tx.change(
    {
      section: 'Payment',
      docType: 'payment',
      docId: row.id,
      action: 'Created',
      description: description(row.orderNo),
      to: row,
    },
    (on) =>
      on()
        .insertInto('payment')
        .values({ ...row, createdAt: tx.now, updatedAt: tx.now })
        .modifyEnd(plannedOnce)
        .execute(),
  )
  return row.orderNo
}

/** The order of a cancelled payment again, on the terms of then and received now; answers its number. */
export async function orderAgain(tx: Tx, payment: PaymentRecord, payerName: string, id: string): Promise<string> {
  const { member, package: bought, packageCode, packageTitle, duration, addition } = payment
  const { description, creditPurchase, amount, paymentType, coachReceived } = payment
  const terms = { member, package: bought, packageCode, packageTitle, description, duration, addition }
  return writeOrder(
    tx,
    id,
    { ...terms, creditPurchase, amount, paymentType, coachReceived, replaces: payment.id },
    (number) =>
      `Made order ${payment.orderNo} of ${payerName} again as ${number}: ${packageTitle}, ${formatRM(sen(amount))}`,
  )
}
