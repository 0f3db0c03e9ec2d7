import { z } from 'zod'
import { dateBy } from '../payments/payments.ts'
import { ids, person, reference, someOf } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { defineReport, reportRoutes } from './report.ts'
import { fullName } from './rows/full-name.ts'

const paymentTypes = ['Cash', 'Direct'] as const

const row = z.object({
  _id: z.string(),
  /** Instant of the verification, its business day and its time of day in Malaysia. */
  dateTime: z.string(),
  date: z.string(),
  time: z.string(),
  /** Instant of the order, when the money changed hands, and its business day. */
  receivedAt: z.string(),
  received: z.string(),
  orNo: z.string().nullable(),
  orderID: z.string(),
  member: person(),
  packageTitle: z.string(),
  paymentType: z.enum(paymentTypes),
  coachReceived: reference('name').nullable(),
  verifyBy: z.string().nullable(),
  creditPurchase: z.number(),
  /** RM with two decimals, as text. */
  amount: z.string(),
})

export const collectionReport = defineReport({
  name: 'collection-report',
  ...reportScreen('/report/collection-report'),
  mayExport: 'report.collection.export',
  file: 'Collection_Report.xlsx',
  row,
  totals: { totalAmount: z.string(), totalCredit: z.number() },
  filters: {
    dateBy: dateBy.default('verified'),
    coachReceived: ids().optional(),
    paymentType: someOf(paymentTypes, 'Payment type must be Cash or Direct').optional(),
  },
  inputs: [
    {
      key: 'dateBy',
      label: 'Date used',
      kind: 'choice',
      options: [
        { value: 'verified', label: 'Verified' },
        { value: 'received', label: 'Received' },
      ],
    },
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
  ],
  range: { label: 'Date', back: 1 },
  columns: [
    {
      key: 'orNo',
      title: 'OR No.',
      kind: 'text',
      width: 22,
      drillDown: ({ orNo, orderID, paymentType, member }) => ({
        to: 'payment',
        number: orNo ?? orderID,
        paymentType,
        member: member._id,
      }),
    },
    { key: 'received', title: 'Received', kind: 'day', width: 12 },
    { key: 'date', title: 'Verified', kind: 'day', width: 12 },
    { key: 'time', title: 'Time', kind: 'text', width: 7 },
    {
      key: 'member',
      title: 'Member Name',
      kind: 'text',
      width: 28,
      value: ({ member }) => fullName(member),
      drillDown: ({ member }) => ({ to: 'member', member: member._id, tab: 'financial' }),
    },
    { key: 'packageTitle', title: 'Package', kind: 'text', width: 24 },
    { key: 'paymentType', title: 'Payment Type', kind: 'text', width: 10 },
    {
      key: 'coachReceived',
      title: 'Coach Received',
      kind: 'text',
      width: 20,
      value: ({ coachReceived }) => coachReceived?.name ?? null,
    },
    { key: 'verifyBy', title: 'Verified By', kind: 'text', width: 14 },
    {
      key: 'creditPurchase',
      title: 'Credit',
      kind: 'integer',
      width: 10,
      total: ({ totalCredit }) => totalCredit,
    },
    { key: 'amount', title: 'Amount (RM)', kind: 'money', width: 14, total: ({ totalAmount }) => totalAmount },
  ],
  sums: [
    { label: 'Amount', kind: 'money', of: ({ totalAmount }) => totalAmount },
    { label: 'Credit', kind: 'integer', of: ({ totalCredit }) => totalCredit },
  ],
  beside: {
    words: 'Each payment has two dates: when the money was received and when it was verified.',
    path: '/report/reconciliation-report',
  },
  empty: 'No verified payment was found for these days. Choose other days, another coach or another payment type.',
})

export const collectionReportRoutes = reportRoutes(collectionReport)
