import { z } from 'zod'
import { displayDate } from '../../courses/calendar.ts'
import { normalise, readDay, readTime } from '../../platform/dates.ts'
import type { DrillDown, ReportColumn } from '../report.ts'

export const flows = ['Flow In', 'Flow Out'] as const

/** An entry of a wallet as statements show it. Credits are positive; `flow` tells the direction. */
export const creditFlow = z.object({
  _id: z.string(),
  /** Whose wallet it is. */
  walletMember: z.string(),
  /** Business day, and time of day in Malaysia. */
  date: z.string(),
  time: z.string(),
  kind: z.string(),
  /** What moved the wallet, in words a parent understands. */
  label: z.string(),
  flow: z.enum(flows),
  credit: z.number(),
  /** The balance before the entry, the instant of that, and the balance after it. */
  creditBeforeAdjust: z.number(),
  bfTime: z.string(),
  balance: z.number(),
  classDate: z.string().nullable(),
  orNo: z.string().nullable(),
  paymentTitle: z.string().nullable(),
  takeBy: z.string(),
  /** The instructors of a class, or the coach who received a payment. */
  coach: z.string().nullable(),
  assistCoach: z.string().nullable(),
  /** What the row links to; null where that no longer exists. */
  course: z.string().nullable(),
  scheduledClass: z.string().nullable(),
  orderID: z.string().nullable(),
  paymentType: z.enum(['Cash', 'Direct']).nullable(),
  adjustment: z.string().nullable(),
})
export type CreditFlow = z.output<typeof creditFlow>

/** The class, payment or adjustment behind an entry; else the wallet's history of that day. */
export function causeOf(entry: CreditFlow): DrillDown {
  const { course, scheduledClass, classDate, orNo, orderID, paymentType, adjustment, walletMember, date } = entry
  if (course && scheduledClass && classDate) return { to: 'class', course, class: scheduledClass, date: classDate }
  if (orderID && paymentType) return { to: 'payment', number: orNo ?? orderID, paymentType, member: walletMember }
  if (adjustment) return { to: 'adjustment', adjustment }
  return { to: 'ledger', member: walletMember, startDate: date, endDate: date }
}

/** '30-09-2026 23:59' of an instant, in Malaysian time. */
const inMalaysia = (instant: string) => `${displayDate(normalise(readDay)(instant))} ${normalise(readTime)(instant)}`

/** The columns of every table of entries. */
export const creditFlowColumns: readonly ReportColumn<CreditFlow>[] = [
  {
    key: 'date',
    title: 'Date',
    kind: 'day',
    width: 12,
    drillDown: ({ walletMember, date }) => ({ to: 'ledger', member: walletMember, startDate: date, endDate: date }),
  },
  { key: 'time', title: 'Time', kind: 'text', width: 7 },
  { key: 'label', title: 'Description', kind: 'text', width: 38, drillDown: causeOf },
  { key: 'classDate', title: 'Class Date', kind: 'day', width: 12 },
  { key: 'orNo', title: 'OR No.', kind: 'text', width: 20 },
  { key: 'takeBy', title: 'Taken By', kind: 'text', width: 14 },
  { key: 'coach', title: 'Coach', kind: 'text', width: 18 },
  { key: 'assistCoach', title: 'Assistant Coach', kind: 'text', width: 18 },
  { key: 'flow', title: 'Flow', kind: 'text', width: 10 },
  { key: 'creditBeforeAdjust', title: 'B/F', kind: 'integer', width: 9 },
  { key: 'bfTime', title: 'B/F Time', kind: 'text', width: 16, value: ({ bfTime }) => inMalaysia(bfTime) },
  { key: 'credit', title: 'Credit', kind: 'integer', width: 9 },
  { key: 'balance', title: 'Balance', kind: 'integer', width: 10 },
]
