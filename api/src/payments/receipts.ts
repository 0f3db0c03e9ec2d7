import type { CheckedReceipt } from '@academy/contract/payments/payments.ts'
import { notFound } from '../kit/errors.ts'
import type { Portal } from '../kit/portal.ts'
import type { FileAnswer } from '../kit/serve.ts'
import type { Tx } from '../kit/tx.ts'
import { businessDay, type PaymentRow } from './listing.ts'
import { checkState } from './payments.ts'
import { type ReceiptFacts, receiptsFileName, receiptsPdf } from './receipt.ts'
import type { PaymentTables } from './tables.ts'

/** The receipt's number; 409 unless the payment is Done. `among` names it where others are asked for as well. */
function printable(payment: PaymentRow, among: string): string {
  checkState(payment, 'print', among)
  return payment.receiptNo ?? ''
}

function factsOf(payment: PaymentRow, orNo: string, company: ReceiptFacts['company'], address: string): ReceiptFacts {
  return {
    company,
    orNo,
    date: payment.businessDay,
    payer: { name: payment.payerName, chName: payment.payerChName },
    children: payment.children,
    package: { code: payment.packageCode, title: payment.packageTitle, description: payment.description },
    credit: payment.creditPurchase - payment.addition,
    addition: payment.addition,
    paymentType: payment.paymentType,
    amount: payment.amount,
    receivedBy: payment.coachName,
    verifiedBy: payment.verifiedByName,
    validUntil: payment.expiredDate,
    page: `${address}/receipt/${payment.receiptToken}`,
  }
}

/**
 * The official receipts of these payments as one PDF, in their order. 409 when one of them is not Done.
 * `origin` is where the caller reached the portal: the address on the receipts, unless one is configured.
 */
export async function receiptsFile(
  portal: Portal,
  origin: string,
  payments: readonly PaymentRow[],
): Promise<FileAnswer> {
  const { company, publicUrl } = portal.config
  const address = publicUrl?.replace(/\/+$/, '') ?? origin
  const facts = payments.map((payment) => {
    const among = payments.length > 1 ? ` of ${payment.payerName}, order ${payment.orderNo},` : ''
    return factsOf(payment, printable(payment, among), company, address)
  })
  const orNos = facts.map(({ orNo }) => orNo)
  return { name: receiptsFileName(orNos), content: await receiptsPdf(facts), holds: orNos }
}

/** What the receipt with this token says to anybody; 404 when there is none. */
export async function checkedReceipt(tx: Tx, token: string): Promise<CheckedReceipt> {
  const payment = await tx
    .read<PaymentTables>()
    .selectFrom('payment')
    .select(['receiptNo', 'isCancelled', 'amount', businessDay.as('date')])
    .where('receiptToken', '=', token)
    .executeTakeFirst()
  if (!payment?.receiptNo) throw notFound('Receipt')
  return {
    state: payment.isCancelled ? 'cancelled' : 'valid',
    orNo: payment.receiptNo,
    date: payment.date,
    amount: payment.amount,
    companyName: tx.portal.config.company.name,
  }
}
