/** What the archive of a month says of itself. */
import type { Proof } from '@academy/contract/books/books.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { monthPoints } from '@academy/contract/monthend/rules.ts'
import { daysOf, monthWords } from '@academy/contract/reports/month.ts'
import { shownInstant } from '../platform/runtime/index.ts'
import type { Point } from './points.ts'

interface Facts {
  academy: string
  month: string
  /** The instant of which everything is. */
  at: string
  by: string
  remark: string | null
  open: readonly Point[]
  proof: Proof | undefined
}

function proofWords(proof: Proof | undefined): string {
  if (!proof) return 'The books had not been proven yet.'
  const { finishedAt, checks, faults } = proof
  const result = faults > 0 ? `${faults} of ${checks} checks found a fault` : `all ${checks} checks held`
  return `The books were last proven on ${shownInstant(finishedAt)}: ${result}. books.json has each check.`
}

export function readme({ academy, month, at, by, remark, open, proof }: Facts): string {
  const { startDate, endDate } = daysOf(month)
  return [
    `${academy}`,
    `${monthWords(month)}, ${displayDate(startDate)} to ${displayDate(endDate)}`,
    '',
    `Closed on ${shownInstant(at)} by ${by}. Every file shows the month as it was then and stays as it is.`,
    'What is put right later is dated in an open month and names this one.',
    '',
    open.length === 0 ? 'Nothing was left open.' : 'Left open:',
    ...open.map(({ key, count }) => `  ${monthPoints[key]}: ${count}`),
    ...(remark ? [`Remark: ${remark}`] : []),
    '',
    'reports/     the reports of the month, each as a workbook and as a PDF; one that is too long for a PDF as a workbook alone',
    'settlement/  the statement of each coach, to sign',
    'receipts/    the official receipts of the month, as issued',
    'SHA256SUMS   the checksum of each file that was kept; receipts are drawn from what was issued',
    '',
    proofWords(proof),
    '',
  ].join('\n')
}
