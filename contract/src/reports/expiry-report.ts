import { z } from 'zod'
import { memberReportColumns, memberReportRow } from './member-row.ts'
import { defineReport, reportRoutes } from './report.ts'

export const expiryReport = defineReport({
  name: 'expiry-report',
  path: '/report/expiry-report',
  title: 'Expiry Report',
  may: 'report.Expiry.view',
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

export const expiryReportRoutes = reportRoutes(expiryReport)
