import { z } from 'zod'
import { ids, person, reference, someOf } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { formatRM, sen } from '../wallet/rules.ts'
import { defineReport, type ReportDetails, reportRoutes } from './report.ts'
import { fullName } from './rows/full-name.ts'

const paymentTypes = ['Cash', 'Direct'] as const
/** RM with two decimals, as text. */
const money = z.string()
const day = z.string().nullable()

/** A payment to which something happened on the day of its row. All dates are business days, `YYYY-MM-DD`. */
const happened = z.object({
  _id: z.string(),
  /** The day of the row. */
  day: z.string(),
  orNo: z.string().nullable(),
  orderID: z.string(),
  member: person(),
  paymentType: z.enum(paymentTypes),
  amount: money,
  received: z.string(),
  verified: day,
  rejected: day,
  cancelled: day,
  closed: day,
  /** Number of the close it is in. */
  closeNo: z.string().nullable(),
})
type Happened = z.output<typeof happened>

const sums = {
  /** Money received that day; the next five are what became of it by now and add up to it. */
  received: money,
  verifiedSameDay: money,
  verifiedLater: money,
  notVerified: money,
  rejected: money,
  cancelled: money,
  /** Money of earlier days verified that day; with `verifiedSameDay` it adds up to `verified`. */
  verifiedEarlier: money,
  /** The amount in the collection report of that day. */
  verified: money,
  /** These four add up to the money of that day that was neither rejected nor cancelled. */
  closedSameDay: money,
  closedLater: money,
  notClosed: money,
  byCard: money,
  /** Cancelled that day, whenever the money was received. */
  givenBack: money,
  receiptsIssued: z.number(),
}
type Money = Exclude<keyof typeof sums, 'receiptsIssued'>
type Totals = z.output<z.ZodObject<typeof sums>>

const row = z.object({
  _id: z.string(),
  day: z.string(),
  coach: reference('name').nullable(),
  ...sums,
  /** Numbers of the receipts that were cancelled that day. */
  receiptsCancelled: z.array(z.string()),
  payments: z.array(happened),
})

const titles: Record<Money, string> = {
  received: 'Received',
  verifiedSameDay: 'Verified Same Day',
  verifiedLater: 'Verified Later',
  notVerified: 'Not Verified',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  verifiedEarlier: 'Received Earlier',
  verified: 'Verified',
  closedSameDay: 'Closed Same Day',
  closedLater: 'Closed Later',
  notClosed: 'Not Closed',
  byCard: 'By Card',
  givenBack: 'Given Back',
}

const sum = (key: Money) => ({
  key,
  title: titles[key],
  kind: 'money' as const,
  width: 11,
  // Zeros are left out, to be easier to read.
  value: (line: Totals) => (sen(line[key]) === 0 ? null : line[key]),
  total: (totals: Totals) => totals[key],
})

/** 'Received RM 30.00 = verified same day RM 10.00 + not verified RM 20.00', without what is zero. */
function equation(totals: Totals, whole: string, amount: number, parts: readonly Money[]): string {
  const said = parts
    .filter((key) => sen(totals[key]) !== 0)
    .map((key) => `${titles[key].toLowerCase()} ${formatRM(sen(totals[key]))}`)
  const agrees = parts.reduce((added, key) => added + sen(totals[key]), 0) === amount
  return `${whole} ${formatRM(amount)} ${agrees ? '=' : 'is not'} ${said.join(' + ') || formatRM(0)}`
}

/** What happened to a payment, unless it was simply received, verified and closed on the day. */
export function reasonsOf(one: Happened): string {
  const { day: on, received, verified, rejected, cancelled, closed, paymentType } = one
  const isKept = !rejected && !cancelled
  const reasons = [
    received === on && !verified && !rejected && 'Not verified yet',
    received === on && verified && verified !== on && 'Verified on a later day',
    received !== on && verified === on && 'Received on an earlier day',
    received === on && rejected && 'Rejected',
    received !== on && rejected === on && 'Rejected, received on an earlier day',
    received === on && cancelled && cancelled !== on && 'Cancelled on a later day',
    cancelled === on && 'Given back, receipt cancelled',
    received === on && isKept && paymentType === 'Cash' && !closed && 'Not closed yet',
    received === on && isKept && closed && closed !== on && 'Closed on a later day',
  ]
  return reasons.filter(Boolean).join('; ')
}

const details: ReportDetails<z.output<typeof row>, Happened> = {
  title: 'Payments',
  of: ({ payments }) => payments,
  columns: [
    {
      key: 'orderID',
      title: 'Order',
      kind: 'text',
      width: 20,
      drillDown: ({ orderID, paymentType, member }) => ({
        to: 'payment',
        number: orderID,
        paymentType,
        member: member._id,
      }),
    },
    { key: 'orNo', title: 'OR No.', kind: 'text', width: 20 },
    { key: 'reason', title: 'Why It Differs', kind: 'text', width: 30, value: (one) => reasonsOf(one) || null },
    {
      key: 'member',
      title: 'Payer',
      kind: 'text',
      width: 26,
      value: ({ member }) => fullName(member),
    },
    { key: 'paymentType', title: 'Payment Type', kind: 'text', width: 12 },
    { key: 'amount', title: 'Amount (RM)', kind: 'money', width: 12 },
    { key: 'received', title: 'Received', kind: 'day', width: 15 },
    { key: 'verified', title: 'Verified', kind: 'day', width: 15 },
    { key: 'closed', title: 'Closed', kind: 'day', width: 15 },
    { key: 'closeNo', title: 'Close No.', kind: 'text', width: 15 },
    { key: 'rejected', title: 'Rejected', kind: 'day', width: 15 },
    { key: 'cancelled', title: 'Cancelled', kind: 'day', width: 15 },
  ],
}

export const reconciliationReport = defineReport({
  name: 'reconciliation-report',
  ...reportScreen('/report/reconciliation-report'),
  mayExport: 'report.collection.export',
  file: 'Payment_Reconciliation.xlsx',
  row,
  totals: sums,
  filters: {
    coachReceived: ids().optional(),
    paymentType: someOf(paymentTypes, 'Payment type must be Cash or Direct').optional(),
    /** Lines with money of their day that was kept and is not verified yet, or is cash and not closed yet. */
    isOpen: z.literal('true', 'Is open must be true').optional(),
  },
  inputs: [
    { key: 'coachReceived', label: 'Coach Received', kind: 'lookup', resource: 'coach' },
    {
      key: 'paymentType',
      label: 'Payment Type',
      kind: 'choice',
      options: [
        { value: '', label: 'All' },
        { value: 'Cash', label: 'Cash' },
        { value: 'Direct', label: 'Direct' },
      ],
    },
    {
      key: 'isOpen',
      label: 'Lines',
      kind: 'choice',
      options: [
        { value: '', label: 'All' },
        { value: 'true', label: 'Not verified or not closed' },
      ],
    },
  ],
  range: { label: 'Date', back: 6 },
  columns: [
    { key: 'day', title: 'Day', kind: 'day', width: 15 },
    { key: 'coach', title: 'Coach Received', kind: 'text', width: 18, value: ({ coach }) => coach?.name ?? null },
    sum('received'),
    sum('verifiedSameDay'),
    sum('verifiedLater'),
    sum('notVerified'),
    sum('rejected'),
    sum('cancelled'),
    sum('verifiedEarlier'),
    {
      ...sum('verified'),
      drillDown: ({ day: on, coach }, _, { paymentType }) => ({
        to: 'report',
        path: '/report/collection-report',
        may: 'report.collection.view',
        search: {
          ...{ startDate: on, endDate: on },
          // Money without a coach came by card.
          ...(coach ? { coachReceived: coach._id } : { paymentType: 'Direct' }),
          ...(paymentType ? { paymentType } : {}),
        },
      }),
    },
    sum('closedSameDay'),
    sum('closedLater'),
    sum('notClosed'),
    sum('byCard'),
    sum('givenBack'),
    {
      key: 'receiptsIssued',
      title: 'Receipts Issued',
      kind: 'integer',
      width: 12,
      total: ({ receiptsIssued }) => receiptsIssued,
    },
    {
      key: 'receiptsCancelled',
      title: 'Receipts Cancelled',
      kind: 'text',
      width: 18,
      value: ({ receiptsCancelled }) => receiptsCancelled.join(', ') || null,
    },
  ],
  details,
  sums: [
    ...(['received', 'verified', 'notVerified', 'notClosed', 'givenBack'] as const).map((key) => ({
      label: titles[key],
      kind: 'money' as const,
      of: (totals: Totals) => totals[key],
    })),
    { label: 'Receipts Issued', kind: 'integer', of: ({ receiptsIssued }) => receiptsIssued },
  ],
  proof: (totals) => [
    equation(totals, 'Received', sen(totals.received), [
      'verifiedSameDay',
      'verifiedLater',
      'notVerified',
      'rejected',
      'cancelled',
    ]),
    equation(totals, 'Verified', sen(totals.verified), ['verifiedSameDay', 'verifiedEarlier']),
    equation(
      totals,
      'Received, neither rejected nor cancelled:',
      sen(totals.received) - sen(totals.rejected) - sen(totals.cancelled),
      ['closedSameDay', 'closedLater', 'notClosed', 'byCard'],
    ),
  ],
  beside: {
    words:
      'What each coach received on a day, and what became of it by now. Open a line to see its payments and why they differ.',
    path: '/report/collection-report',
  },
  empty: 'No money was received, verified, rejected or cancelled in these days. Choose other days or another coach.',
})

export const reconciliationReportRoutes = reportRoutes(reconciliationReport)
