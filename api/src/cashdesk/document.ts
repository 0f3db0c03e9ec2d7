/** A close of the cash desk on paper, written down when the day is closed. */
import type { CashCloseDocument } from '@academy/contract/cashdesk/cashdesk.ts'
import { denominations, differenceWords } from '@academy/contract/cashdesk/rules.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { grouped } from '@academy/contract/platform/figures.ts'
import { fullName } from '@academy/contract/reports/rows/full-name.ts'
import { formatAmount, formatRinggit, sen } from '@academy/contract/wallet/rules.ts'
import { z } from 'zod'
import { amountInWords, type PaperKind, type Printed } from '../platform/pdf/index.ts'
import { businessDate, shownInstant } from '../platform/runtime/index.ts'
import { closeDocument } from './listing.ts'

/** Amounts are RM without the letters. */
const words = z.object({
  number: z.string(),
  day: z.string(),
  coach: z.string(),
  closedBy: z.string(),
  /** Business day and time. */
  closedAt: z.string(),
  /** What it puts right. */
  correction: z.string(),
  lines: z.array(
    z.object({
      no: z.string(),
      order: z.string(),
      receipt: z.string(),
      payer: z.string(),
      package: z.string(),
      verified: z.string(),
      amount: z.string(),
    }),
  ),
  pieces: z.array(z.object({ piece: z.string(), count: z.string(), amount: z.string() })),
  received: z.string(),
  returned: z.string(),
  expected: z.string(),
  counted: z.string(),
  difference: z.string(),
  words: z.string(),
  remark: z.string(),
  left: z.string(),
})
type Words = z.output<typeof words>

export type ClosePrint = Printed<Words>

const payments = (count: number) => (count === 1 ? '1 payment' : `${grouped(count)} payments`)

function sumsOf(close: CashCloseDocument, kind: 'received' | 'returned'): string {
  return formatRinggit(
    close.lines.filter((line) => line.kind === kind).reduce((sum, line) => sum + sen(line.amount), 0),
  )
}

const shownDay = (instant: string) => displayDate(businessDate(new Date(instant)))

const wordsOf = (close: CashCloseDocument): Words => ({
  number: close.number,
  day: displayDate(close.day),
  coach: close.coach.name,
  closedBy: close.closedBy,
  closedAt: shownInstant(close.closedAt),
  correction: close.corrects ? `Corrects ${close.corrects.number}` : '',
  lines: close.lines.map((line, index) => ({
    no: String(index + 1),
    order: line.orderID,
    receipt: line.kind === 'returned' ? `${line.orNo} given back` : (line.orNo ?? '-'),
    payer: fullName(line.payer),
    package: line.packageTitle,
    verified: line.verifiedAt ? shownDay(line.verifiedAt) : '-',
    amount: formatAmount(line.amount),
  })),
  pieces: denominations.flatMap((denomination) => {
    const count = close.pieces?.[denomination] ?? 0
    if (count === 0) return []
    const amount = formatRinggit(sen(denomination) * count)
    return [{ piece: `RM ${denomination}`, count: grouped(count), amount }]
  }),
  received: close.corrects ? '' : sumsOf(close, 'received'),
  returned: close.returned > 0 ? sumsOf(close, 'returned') : '',
  expected: formatAmount(close.expected),
  counted: formatAmount(close.counted),
  difference: differenceWords(sen(close.difference)),
  words: sen(close.counted) < 0 ? '' : amountInWords(sen(close.counted)),
  remark: close.remark ?? '',
  left:
    close.leftPayments > 0
      ? `${payments(close.leftPayments)} of RM ${formatAmount(close.leftAmount)} of that day and coach stayed open.`
      : '',
})

export const closePaper: PaperKind<Words> = {
  kind: 'cash-close',
  section: 'Cash Desk',
  words,
  layout: new URL('./document-layout.ts', import.meta.url),
  async of(tx, id) {
    const close = await closeDocument(tx, id)
    return { number: close.number, members: close.lines.map(({ payer }) => payer._id), words: wordsOf(close) }
  },
}
