/** A receipt of nobody's, for whoever looks at how receipts will be. Nothing is stored, and it says that it is none. */
import { addMonths, amountOf, ringgit } from '@academy/contract/wallet/rules.ts'
import { academyNow, type Tx } from '../../platform/data/index.ts'
import { companyNow } from '../../platform/pdf/index.ts'
import { type Receipt, receiptOf } from './receipt.ts'

const credit = 100

/** What a receipt of this day would have, for 100 credits at the price of now. `origin` is where the caller reached the portal. */
export async function sampleReceipt(tx: Tx, origin: string): Promise<Receipt> {
  const { creditPriceSen } = await academyNow(tx)
  const { publicUrl } = tx.portal.config
  const receipt = receiptOf({
    company: await companyNow(tx),
    orNo: 'SAMPLE',
    received: tx.today,
    verified: tx.today,
    payer: { name: 'SAMPLE, no receipt' },
    children: [],
    package: { title: `${credit} credits`, description: 'As your receipts will look' },
    credit,
    addition: 0,
    paymentType: 'Cash',
    amount: ringgit(amountOf(credit, creditPriceSen)),
    receivedBy: 'Coach',
    verifiedBy: tx.by.username,
    validUntil: addMonths(tx.today, 6),
  })
  return { ...receipt, page: `${publicUrl ?? origin}/receipt/sample` }
}
