import { z } from 'zod'
import { addDays, firstDay } from '../courses/calendar.ts'
import { reportScreen } from '../screens.ts'
import { type DateRange, defineReport, reportRoutes } from './report.ts'
import { memberReportColumns, memberReportRow } from './rows/member-row.ts'

export const expiryReport = defineReport({
  name: 'expiry-report',
  ...reportScreen('/report/expiry-report'),
  mayExport: 'report.Expiry.export',
  file: 'Expiry_Report.xlsx',
  row: memberReportRow,
  totals: { totalWallet: z.number() },
  filters: {
    searchText: z.string().max(200).optional(),
    /** Wallets that hold credit, as figures of credit count them. */
    withCredit: z.literal('true', 'With credit must be true').optional(),
  },
  inputs: [
    { key: 'searchText', label: 'Search', kind: 'text', placeholder: 'Name, I/C, TM No., phone or email' },
    {
      key: 'withCredit',
      label: 'Wallets',
      kind: 'choice',
      options: [
        { value: '', label: 'All' },
        { value: 'true', label: 'With credit' },
      ],
    },
  ],
  range: { label: 'Expiry Date', back: 14, anyLengthWith: 'withCredit' },
  columns: memberReportColumns,
  empty: 'No credit expires in these days. Choose other days.',
})

/** The filters that list the wallets that hold credit and expire in these days. */
export const withCreditIn = (days: DateRange) => ({ ...days, withCredit: 'true' })

/** In days: a wallet is given ten years at most, of a day that may be past. */
const furthest = 11 * 366

/** The filters that list the wallets of a bucket, counted in days from `day`; null for the bucket without a date. */
export const expiringIn = (day: string, { from, to }: { from: number | null; to: number | null }) =>
  from === null && to === null
    ? null
    : withCreditIn({
        startDate: from === null ? firstDay : addDays(day, from),
        endDate: addDays(day, to ?? furthest),
      })

export const expiryReportRoutes = reportRoutes(expiryReport)
