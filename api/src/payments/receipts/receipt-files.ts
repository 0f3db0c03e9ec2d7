import type { DateRange } from '@academy/contract/reports/report.ts'
import { chunksOf, type Tx } from '../../platform/data/index.ts'
import { endOfDay, startOfDay } from '../../platform/runtime/index.ts'
import { paymentRows } from '../listing.ts'
import { receiptFileName, receiptsPdf } from './receipt.ts'
import { writtenReceipts } from './written-receipts.ts'

const issued = (tx: Tx) => tx.read().selectFrom('receipt').innerJoin('payment', 'payment.id', 'receipt.payment')

const issuedIn = (tx: Tx, { startDate, endDate }: DateRange) =>
  issued(tx).where('payment.dateTime', '>=', startOfDay(startDate)).where('payment.dateTime', '<', endOfDay(endDate))

async function* filesOf(tx: Tx, receipts: ReturnType<typeof issued>, origin: string) {
  const rows = await receipts.select('receipt.payment').orderBy('receipt.number').execute()
  for (const chunk of chunksOf(rows.map(({ payment }) => payment)))
    for (const receipt of await writtenReceipts(tx, await paymentRows(tx, chunk), origin))
      yield { name: receiptFileName(receipt.orNo), content: await receiptsPdf([receipt]) }
}

/** The official receipts of these payers that hold, as issued, each a PDF of its own, made when it is asked for. */
export async function* receiptFiles(tx: Tx, payers: readonly string[], origin: string) {
  const holding = issued(tx).where('receipt.payer', 'in', payers).where('payment.isCancelled', '=', false)
  yield* filesOf(tx, holding, origin)
}

/** The same of all that were issued in these days. */
export async function* receiptsIssued(tx: Tx, days: DateRange, origin: string) {
  yield* filesOf(tx, issuedIn(tx, days), origin)
}

/** How many were issued in these days. */
export async function receiptsIssuedIn(tx: Tx, days: DateRange): Promise<number> {
  const { count } = await issuedIn(tx, days)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
