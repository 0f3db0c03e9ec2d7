import type { Tx } from '../platform/data/index.ts'
import { paymentRow } from './listing.ts'
import { receiptFileName, receiptsPdf } from './receipt.ts'
import { writtenReceipts } from './written-receipts.ts'

/** The official receipts of these payers as issued, each a PDF of its own, made when it is asked for. */
export async function* receiptFiles(tx: Tx, payers: readonly string[], origin: string) {
  const issued = await tx
    .read()
    .selectFrom('receipt')
    .select('payment')
    .where('payer', 'in', payers)
    .orderBy('number')
    .execute()
  for (const { payment } of issued)
    for (const receipt of await writtenReceipts(tx, [await paymentRow(tx, payment)], origin))
      yield { name: receiptFileName(receipt.orNo), content: await receiptsPdf([receipt]) }
}
