/** The one paper of an evening close, written down when the evening is closed. */
import type { Evening } from '@academy/contract/cashdesk/evening.ts'
import { differenceWords } from '@academy/contract/cashdesk/rules.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { grouped } from '@academy/contract/platform/figures.ts'
import { formatAmount, sen } from '@academy/contract/wallet/rules.ts'
import { z } from 'zod'
import { amountInWords, type PaperKind, type Printed } from '../platform/pdf/index.ts'
import { shownInstant } from '../platform/runtime/index.ts'
import { eveningOf } from './evening-listing.ts'

/** Amounts are RM without the letters. */
const words = z.object({
  number: z.string(),
  day: z.string(),
  closedBy: z.string(),
  /** Business day and time. */
  closedAt: z.string(),
  lines: z.array(
    z.object({
      close: z.string(),
      coach: z.string(),
      payments: z.string(),
      expected: z.string(),
      counted: z.string(),
      difference: z.string(),
      remark: z.string(),
    }),
  ),
  payments: z.string(),
  expected: z.string(),
  counted: z.string(),
  difference: z.string(),
  words: z.string(),
})
type Words = z.output<typeof words>

export type EveningPrint = Printed<Words>

/** '-40.00', '5.00' or '-' where nothing differs. */
const shownDifference = (difference: string) => (sen(difference) === 0 ? '-' : formatAmount(difference))

function wordsOf(evening: Evening): Words {
  return {
    number: evening.number,
    day: displayDate(evening.day),
    closedBy: evening.closedBy,
    closedAt: shownInstant(evening.closedAt),
    lines: evening.closes.map((close) => ({
      close: close.number,
      coach: close.coach.name,
      payments: close.returned > 0 ? `${close.payments}, ${close.returned} given back` : grouped(close.payments),
      expected: formatAmount(close.expected),
      counted: formatAmount(close.counted),
      difference: shownDifference(close.difference),
      remark: close.remark ?? '',
    })),
    payments: grouped(evening.closes.reduce((sum, close) => sum + close.payments, 0)),
    expected: formatAmount(evening.expected),
    counted: formatAmount(evening.counted),
    difference: differenceWords(sen(evening.difference)),
    words: amountInWords(sen(evening.counted)),
  }
}

export const eveningPaper: PaperKind<Words> = {
  kind: 'cash-evening',
  section: 'Cash Desk',
  words,
  layout: new URL('./evening-layout.ts', import.meta.url),
  async of(tx, id) {
    const evening = await eveningOf(tx, id)
    // The papers of its closes name the payers; this one names nobody of them.
    return { number: evening.number, members: [], words: wordsOf(evening) }
  },
}
