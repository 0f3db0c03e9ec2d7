import { z } from 'zod'
import { displayDate } from '../courses/calendar.ts'
import { day } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { formatRM, sen } from '../wallet/rules.ts'
import { expiryReport, withCreditIn } from './expiry-report.ts'
import { expiryOfNow } from './overall-flow-report.ts'
import { defineReport, reportRoutes } from './report.ts'

const row = z.object({
  /** The month of expiry as YYYY-MM, `expired` for what expired and was not cleared, `none` without a date. */
  _id: z.string(),
  wallets: z.number(),
  credits: z.number(),
  /** RM at the price of a credit, as text with two decimals. */
  amount: z.string(),
  /** The days that the Expiry Report shows these wallets for; null without a date, and of a past day. */
  from: z.string().nullable(),
  to: z.string().nullable(),
})
type Row = z.output<typeof row>

const months = 'January February March April May June July August September October November December'.split(' ')

function monthOf({ _id: month }: Row): string {
  if (month === 'expired') return 'Expired, not cleared'
  if (month === 'none') return 'No expiration date'
  return `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`
}

export const creditOwedReport = defineReport({
  name: 'credit-owed-report',
  ...reportScreen('/report/credit-owed-report'),
  mayExport: 'report.Expiry.export',
  file: 'Credit_Owed_Report.xlsx',
  row,
  totals: {
    totalWallets: z.number(),
    totalCredits: z.number(),
    totalAmount: z.string(),
    /** RM of a credit, as text with two decimals. */
    creditPrice: z.string(),
    /** Wallets below zero, and what they owe the academy. */
    owingWallets: z.number(),
    owingCredits: z.number(),
    /** The day at whose end it is reckoned, and whether that is over: when its credit expires may have been changed since. */
    asOf: z.string(),
    isPast: z.boolean(),
  },
  filters: {
    /** By default today. */
    asOf: day().optional(),
  },
  inputs: [{ key: 'asOf', label: 'As of', kind: 'day', latest: 'today' }],
  columns: [
    { key: 'month', title: 'Month of Expiry', kind: 'text', width: 24, value: monthOf },
    { key: 'wallets', title: 'Wallets', kind: 'integer', width: 12, total: ({ totalWallets }) => totalWallets },
    {
      key: 'credits',
      title: 'Credits Owed',
      kind: 'integer',
      width: 16,
      total: ({ totalCredits }) => totalCredits,
      drillDown: ({ from, to }) =>
        from && to
          ? {
              to: 'report',
              path: expiryReport.path,
              may: expiryReport.may,
              search: withCreditIn({ startDate: from, endDate: to }),
            }
          : null,
    },
    { key: 'amount', title: 'Value (RM)', kind: 'money', width: 16, total: ({ totalAmount }) => totalAmount },
  ],
  sentences: ({ creditPrice, owingWallets, owingCredits, asOf, isPast }) => [
    ...(isPast ? [`What wallets held at the end of ${displayDate(asOf)}. ${expiryOfNow}`] : []),
    `A credit counts as ${formatRM(sen(creditPrice))}.`,
    ...(owingWallets > 0
      ? [
          `${owingWallets} wallet${owingWallets === 1 ? ' is' : 's are'} below zero and owe${owingWallets === 1 ? 's' : ''} ` +
            `${owingCredits} credit${owingCredits === 1 ? '' : 's'}, which are not taken off here.`,
        ]
      : []),
  ],
  empty: 'No wallet holds credit. It appears here once a package is verified.',
})

export const creditOwedReportRoutes = reportRoutes(creditOwedReport)
