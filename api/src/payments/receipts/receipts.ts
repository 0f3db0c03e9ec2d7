import type { CheckedReceipt } from '@academy/contract/payments/payments.ts'
import type { Tx } from '../../platform/data/index.ts'
import { type FileAnswer, notFound } from '../../platform/http/index.ts'
import { businessDay, type PaymentRow } from '../listing.ts'
import { checkState } from '../payments.ts'
import { type Receipt, receiptsFileName, receiptsPdf } from './receipt.ts'
import { issuerOf, writtenReceipts } from './written-receipts.ts'

/**
 * The official receipts of these payments, in their order. 409 when one of them is not Done. `origin` is where the caller
 * reached the portal: the address on receipts that were stored without one.
 */
export function receiptsToPrint(tx: Tx, payments: readonly PaymentRow[], origin: string): Promise<Receipt[]> {
  for (const payment of payments)
    checkState(payment, 'print', payments.length > 1 ? ` of ${payment.payerName}, order ${payment.orderNo},` : '')
  return writtenReceipts(tx, payments, origin)
}

/** One PDF of several receipts. */
export async function receiptsFile(
  receipts: readonly Receipt[],
  { print }: { print?: boolean | undefined } = {},
): Promise<FileAnswer> {
  const orNos = receipts.map(({ orNo }) => orNo)
  return {
    name: receiptsFileName(orNos),
    content: await receiptsPdf(receipts, print),
    holds: orNos,
    rows: orNos.length,
  }
}

/** The public facts of the receipt with this token; 404 when there is none. */
export async function checkedReceipt(tx: Tx, token: string): Promise<CheckedReceipt> {
  const payment = await tx
    .read()
    .selectFrom('payment')
    .innerJoin('receipt', 'receipt.payment', 'payment.id')
    .select(['receipt.number', 'payment.isCancelled', 'receipt.amount'])
    .select([businessDay.as('date'), issuerOf.as('issuer')])
    .where('payment.receiptToken', '=', token)
    .executeTakeFirst()
  if (!payment) throw notFound('Receipt')
  return {
    state: payment.isCancelled ? 'cancelled' : 'valid',
    orNo: payment.number,
    date: payment.date,
    amount: payment.amount,
    companyName: payment.issuer,
  }
}
