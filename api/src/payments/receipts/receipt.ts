import { displayDate } from '@academy/contract/courses/calendar.ts'
import { grouped } from '@academy/contract/platform/figures.ts'
import { fullName, type Named } from '@academy/contract/reports/rows/full-name.ts'
import { creditPurchased, formatRinggit, sen } from '@academy/contract/wallet/rules.ts'
import {
  amountInWords,
  type Company,
  type Letterhead,
  letterheadOf,
  numberInFileName,
  renderPdf,
} from '../../platform/pdf/index.ts'

/** The data of a receipt, from the payment and the configuration. Dates are `YYYY-MM-DD`. */
export type ReceiptFacts = {
  company: Company
  orNo: string
  /** Days of the order and of the verification. */
  received: string
  verified: string
  payer: Named
  children: readonly Named[]
  package: { code?: string | null; title: string; description?: string | null }
  credit: number
  /** Extra credit that came with the package. */
  addition: number
  paymentType: string
  /** Ringgit as the database writes them: `1234.50`. */
  amount: string
  receivedBy?: string | null
  verifiedBy?: string | null
  /** The wallet's expiry after the payment. */
  validUntil?: string | null
}

/** A receipt's printed texts. */
export type Receipt = {
  company: Letterhead
  orNo: string
  date: string
  payer: string
  children: string
  package: { title: string; description: string }
  credit: string
  addition: string
  totalCredit: string
  amount: string
  words: string
  paymentType: string
  receivedBy: string
  verifiedBy: string
  received: string
  verified: string
  validUntil: string
  /** Address of the page that says whether the receipt is valid; printed as a QR code. */
  page?: string
  /** The instant at which its content was stored; a sample was not. */
  writtenAt?: string
}

/** One PDF of several receipts, each starting on a new page. */
export function receiptsPdf(receipts: readonly Receipt[], opensPrinter = false): Promise<Buffer> {
  return renderPdf(new URL('./receipt-document.ts', import.meta.url), receipts, { opensPrinter })
}

export const receiptFileName = (orNo: string): string => `Official_Receipt_${numberInFileName(orNo)}.pdf`

/** The file of several receipts, named after the first and the last of them. */
export function receiptsFileName(orNos: readonly string[]): string {
  const [first = ''] = orNos
  const last = orNos.at(-1) ?? first
  return receiptFileName(orNos.length > 1 ? `${first}_to_${last}` : first)
}

export function receiptOf(facts: ReceiptFacts): Receipt {
  const amount = sen(facts.amount)
  return {
    company: letterheadOf(facts.company),
    orNo: facts.orNo,
    date: displayDate(facts.verified),
    payer: fullName(facts.payer),
    children: facts.children.map(fullName).join(', '),
    package: {
      title: [facts.package.code, facts.package.title].filter(Boolean).join(' – '),
      description: facts.package.description ?? '',
    },
    credit: grouped(facts.credit),
    addition: facts.addition > 0 ? `+ ${grouped(facts.addition)} extra` : '',
    totalCredit: grouped(creditPurchased(facts.credit, facts.addition)),
    amount: formatRinggit(amount),
    words: amountInWords(amount),
    paymentType: facts.paymentType,
    receivedBy: facts.receivedBy || '-',
    verifiedBy: facts.verifiedBy || '-',
    received: displayDate(facts.received),
    verified: displayDate(facts.verified),
    validUntil: facts.validUntil ? displayDate(facts.validUntil) : '-',
  }
}
