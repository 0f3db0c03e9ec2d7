import type { CashCloseDocument } from '@academy/contract/cashdesk/cashdesk.ts'
import { denominations, differenceWords } from '@academy/contract/cashdesk/rules.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { grouped } from '@academy/contract/kit/figures.ts'
import { formatRinggit, sen } from '@academy/contract/wallet/rules.ts'
import { businessDate } from '../kit/clock.ts'
import { type Company, type Letterhead, letterheadOf } from '../kit/letterhead.ts'
import { renderPdf } from '../kit/pdf.ts'
import { amountInWords, fullName } from '../kit/words.ts'

/** A close in the words it is printed with. Amounts are RM without the letters. */
export interface ClosePrint {
  company: Letterhead
  number: string
  day: string
  coach: string
  closedBy: string
  closedAt: string
  /** What it puts right, and what puts it right. */
  corrections: string
  lines: {
    no: string
    order: string
    receipt: string
    payer: string
    package: string
    verified: string
    amount: string
  }[]
  pieces: { piece: string; count: string; amount: string }[]
  received: string
  returned: string
  expected: string
  counted: string
  difference: string
  words: string
  remark: string
  left: string
}

interface Facts {
  company: Company
  close: CashCloseDocument
  /** Business day and time of the close. */
  closedAt: string
}

const payments = (count: number) => (count === 1 ? '1 payment' : `${grouped(count)} payments`)
const amountOf = (amount: string) => formatRinggit(sen(amount))

function sumsOf(close: CashCloseDocument, kind: 'received' | 'returned'): string {
  return formatRinggit(
    close.lines.filter((line) => line.kind === kind).reduce((sum, line) => sum + sen(line.amount), 0),
  )
}

const closePrint = ({ company, close, closedAt }: Facts): ClosePrint => ({
  company: letterheadOf(company),
  number: close.number,
  day: displayDate(close.day),
  coach: close.coach.name,
  closedBy: close.closedBy,
  closedAt,
  corrections: [
    close.corrects && `Corrects ${close.corrects.number}`,
    close.correctedBy && `Corrected by ${close.correctedBy.number}`,
  ]
    .filter(Boolean)
    .join('. '),
  lines: close.lines.map((line, index) => ({
    no: String(index + 1),
    order: line.orderID,
    receipt: line.kind === 'returned' ? `${line.orNo} given back` : (line.orNo ?? '-'),
    payer: fullName(line.payer),
    package: line.packageTitle,
    verified: line.verifiedAt ? displayDate(businessDate(new Date(line.verifiedAt))) : '-',
    amount: amountOf(line.amount),
  })),
  pieces: denominations.flatMap((denomination) => {
    const count = close.pieces?.[denomination] ?? 0
    if (count === 0) return []
    const amount = formatRinggit(sen(denomination) * count)
    return [{ piece: `RM ${denomination}`, count: grouped(count), amount }]
  }),
  received: close.corrects ? '' : sumsOf(close, 'received'),
  returned: close.returned > 0 ? sumsOf(close, 'returned') : '',
  expected: amountOf(close.expected),
  counted: amountOf(close.counted),
  difference: differenceWords(sen(close.difference)),
  words: sen(close.counted) < 0 ? '' : amountInWords(sen(close.counted)),
  remark: close.remark ?? '',
  left:
    close.leftPayments > 0
      ? `${payments(close.leftPayments)} of RM ${amountOf(close.leftAmount)} of that day and coach stayed open.`
      : '',
})

export const closePdf = (facts: Facts): Promise<Buffer> =>
  renderPdf(new URL('./document-layout.ts', import.meta.url), closePrint(facts))
