import { z } from 'zod'
import { addDays } from '../courses/calendar.ts'
import { reportScreen } from '../screens.ts'
import { memberReportColumns, memberReportRow } from './member-row.ts'
import { type DateRange, defineReport, reportRoutes } from './report.ts'

export const expiryReport = defineReport({
  name: 'expiry-report',
  ...reportScreen('/report/expiry-report'),
  mayExport: 'report.Expiry.export',
  file: 'Expiry_Report.xlsx',
  row: memberReportRow,
  totals: { totalWallet: z.number() },
  filters: { searchText: z.string().max(200).optional() },
  inputs: [{ key: 'searchText', label: 'Search', kind: 'text', placeholder: 'Name, I/C, TM No., phone or email' }],
  range: { label: 'Expiry Date', back: 14 },
  columns: memberReportColumns,
  empty: 'No credit expires in these days. Choose other days.',
})

/** In days: the longest range has both ends. */
const far = 365

/** The range that lists the wallets of a bucket, counted in days from `day`; null for the bucket without a date. */
export function expiringIn(day: string, { from, to }: { from: number | null; to: number | null }): DateRange | null {
  if (from !== null) return { startDate: addDays(day, from), endDate: addDays(day, to ?? from + far) }
  return to === null ? null : { startDate: addDays(day, to - far), endDate: addDays(day, to) }
}

export const expiryReportRoutes = reportRoutes(expiryReport)
