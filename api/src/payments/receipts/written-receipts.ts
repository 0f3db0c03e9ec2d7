/** The contents of receipts, stored when their number is issued: every print is made from them, whatever changes later. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { insertAll, type Tx } from '../../platform/data/index.ts'
import { found } from '../../platform/http/index.ts'
import {
  type Company,
  companyNow,
  digestOf,
  letterheadWords,
  lettersOf,
  storeLetterheadPicture,
  writeInBatches,
} from '../../platform/pdf/index.ts'
import type { Portal } from '../../platform/runtime/index.ts'
import { type PaymentRow, paymentRow, paymentRows } from '../listing.ts'
import { type Receipt, receiptOf } from './receipt.ts'

/** The texts of a receipt; its pictures are stored separately. */
const written = z.object({
  company: letterheadWords,
  orNo: z.string(),
  date: z.string(),
  payer: z.string(),
  children: z.string(),
  package: z.object({ title: z.string(), description: z.string() }),
  credit: z.string(),
  addition: z.string(),
  totalCredit: z.string(),
  amount: z.string(),
  words: z.string(),
  paymentType: z.string(),
  receivedBy: z.string(),
  verifiedBy: z.string(),
  received: z.string(),
  verified: z.string(),
  validUntil: z.string(),
  /** The configured public address; without one a print has the address the caller used. */
  publicUrl: z.string().nullable(),
})
type Written = z.output<typeof written>

function contentOf({ portal }: Tx, company: Company, payment: PaymentRow): Written {
  const { publicUrl } = portal.config
  const receipt = receiptOf({
    company,
    orNo: payment.receiptNo ?? '',
    received: payment.receivedDay,
    verified: payment.businessDay,
    payer: { name: payment.payerName, chName: payment.payerChName },
    children: payment.children,
    package: { code: payment.packageCode, title: payment.packageTitle, description: payment.description },
    credit: payment.creditPurchase - payment.addition,
    addition: payment.addition,
    paymentType: payment.paymentType,
    amount: payment.amount,
    receivedBy: payment.coachName,
    verifiedBy: payment.verifiedByName,
    validUntil: payment.validUntil,
  })
  return written.parse({ ...receipt, publicUrl: publicUrl ?? null })
}

async function write(tx: Tx, payments: readonly PaymentRow[], isLater: boolean): Promise<void> {
  const company = await companyNow(tx)
  const keep = (bytes: Uint8Array | undefined) => storeLetterheadPicture(tx, 'Verify Payment', bytes)
  const pictures = { logo: await keep(company.logo), background: await keep(company.background) }
  const receipts = payments.map((payment) => {
    const content = JSON.stringify(contentOf(tx, company, payment))
    return {
      payment: payment.id,
      number: payment.receiptNo ?? '',
      amount: payment.amount,
      payer: payment.member,
      children: payment.children.map(({ _id }) => _id),
      content,
      digest: digestOf(content),
      ...pictures,
      writtenAt: tx.now,
      isLater,
    }
  })
  await tx.change(
    receipts.map(({ number, digest }) => ({
      section: 'Verify Payment',
      docType: 'receipt',
      // Not the payment's id, under which the audit trail has the actions on the payment itself.
      docId: number,
      action: 'Created',
      description: `Wrote down official receipt ${number}${isLater ? ', which was issued before' : ''}`,
      to: { number, digest },
    })),
    async (on) => {
      await insertAll(on(), 'receipt', receipts).execute()
      if (isLater)
        await on()
          .deleteFrom('receiptToWrite')
          .where(
            'payment',
            'in',
            payments.map(({ id }) => id),
          )
          .execute()
    },
  )
}

/** Stores the receipt of a payment, in the transaction that issues its number; answers what it is made of. */
export async function writeReceipt(tx: Tx, payment: string): Promise<PaymentRow> {
  const row = await paymentRow(tx, payment)
  await write(tx, [row], false)
  return row
}

/** Stores the receipts issued by versions that did not store them, from what is known now; called at start. Returns how many. */
export const writeEarlierReceipts = (portal: Portal): Promise<number> =>
  writeInBatches(portal, async (tx, batch) => {
    const waiting = await tx.query<{ payment: string }>(
      sql`select payment from receipt_to_write order by payment limit ${batch} for update`,
    )
    const ids = waiting.map(({ payment }) => payment)
    if (ids.length > 0) await write(tx, await paymentRows(tx, ids), true)
    return ids.length
  })

/** The receipts of several payments, in their order; 404 when one of them has none. */
export async function writtenReceipts(tx: Tx, payments: readonly PaymentRow[], origin: string): Promise<Receipt[]> {
  const ids = payments.map(({ id }) => id)
  const rows = await tx
    .read()
    .selectFrom('receipt')
    .select(['payment', 'content', 'logo', 'background', 'writtenAt'])
    .where('payment', 'in', ids)
    .execute()
  const byPayment = new Map(rows.map((row) => [row.payment, row]))
  const letters = await lettersOf(tx, rows)
  return payments.map((payment) => {
    const { content, writtenAt, ...pictures } = found(byPayment.get(payment.id), 'Receipt')
    const { publicUrl, company, ...words } = written.parse(JSON.parse(content))
    return {
      ...words,
      writtenAt,
      company: letters(company, pictures),
      page: `${publicUrl ?? origin}/receipt/${payment.receiptToken}`,
    }
  })
}

/** The academy's name on a receipt, from its content. */
export const issuerOf: RawBuilder<string> = sql<string>`receipt.content::jsonb -> 'company' ->> 'name'`
