/** How receipts would look with what was entered: saved, read and rolled back. */
import type { BrandDocument } from '@academy/contract/brand/brand.ts'
import { receiptsPdf, sampleReceipt } from '../payments/payments.ts'
import type { Tx } from '../platform/data/index.ts'
import { type FileAnswer, rehearse, type Transact } from '../platform/http/index.ts'

/** A sample receipt as a PDF. Refused as saving would be. */
export async function receiptPreview(
  transact: Transact,
  origin: string,
  save: (tx: Tx) => Promise<BrandDocument>,
): Promise<FileAnswer> {
  const receipt = await rehearse(transact, async (tx) => {
    await save(tx)
    return sampleReceipt(tx, origin)
  })
  return { name: 'Sample_Receipt.pdf', content: await receiptsPdf([receipt]) }
}
