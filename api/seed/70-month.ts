import { monthEnd } from '@academy/contract/monthend/month-end.ts'
import { monthOf, monthsLater } from '@academy/contract/reports/month.ts'
import type { Tx } from '../src/platform/data/index.ts'
import { act } from './act.ts'

/** The month before the last is closed on the fifth of the one after it; the last one waits for the owner. */
export const isClosingDay = (day: string, today: string): boolean => day === `${monthsLater(monthOf(today), -1)}-05`

/** Closes the month before that of `owner`. */
export async function seedMonthEnd(owner: Tx): Promise<void> {
  const month = monthsLater(monthOf(owner.today), -1)
  await act(owner, monthEnd.close, { body: { month, remark: 'Families were reminded of their open cases' } })
}
