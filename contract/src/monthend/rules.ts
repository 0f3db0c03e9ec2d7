/** What is looked at before a month is closed, and what is said of one that is. */
import { months } from '../courses/calendar.ts'
import { monthWords } from '../reports/month.ts'

/** In the order in which they are told. What counts more than nothing is open. */
export const monthPoints = {
  classes: 'Classes not marked',
  orders: 'Orders neither verified nor rejected',
  cash: 'Cash received and not closed, by day and coach',
  unreconciled: 'Days on which received money is not accounted for',
  cases: 'Open outstanding cases',
  adjustments: 'Credit adjustments that wait for approval',
  expired: 'Wallets with expired credit',
  rates: 'Classes held that no coach rate is set for',
  books: 'Proofs of the books to be made since the month ended',
} as const
export type MonthPoint = keyof typeof monthPoints

export const centresReason = 'A month is closed for the whole academy, by somebody who is in charge of all centres'
export const remarkRequired = 'Please say why the month is closed with something open'

/** Refuses a date of the user's choice in a closed month. */
export const datedInClosed = (month: string): string =>
  `${monthWords(month)} is closed. Date this in an open month, and name ${monthWords(month)} in words`

/** Beside an entry of the ledger that changes what a closed month said. */
export const correctsWords = (month: string): string => corrects(monthWords(month))
const corrects = (what: string) => `Corrects ${what}, which is closed`
/** The same of any month, as a regular expression: somebody's own words name no month. */
export const correctsAny: string = corrects(`(${months.join('|')}) \\d{4}`)

/** Why a month cannot be closed now; undefined when it can. `latest` is the last one that was. */
export function closingProblem(
  month: string,
  { latest, thisMonth, afterLatest }: { latest: string | null; thisMonth: string; afterLatest: string | null },
): string | undefined {
  if (latest !== null && month <= latest) return `${monthWords(month)} is closed already`
  if (month >= thisMonth) return `${monthWords(month)} is not over`
  if (afterLatest !== null && month !== afterLatest) return `Close ${monthWords(afterLatest)} first`
  return undefined
}

/** `Month_End_2026-10.zip`. */
export const packName = (month: string): string => `Month_End_${month}.zip`
