import { z } from 'zod'
import { id } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { defineReport, reportRoutes } from './report.ts'
import { statementColumns, sumsOf, walletDetails, walletRow, walletTotals } from './rows/wallet-row.ts'

const [name, figures] = [statementColumns.slice(0, 1), statementColumns.slice(1)]

export const creditStatementReport = defineReport({
  name: 'credit-statement-report',
  ...reportScreen('/report/credit-statement-report'),
  mayExport: 'report.CreditStatement.export',
  file: 'Credit_Statement_Report.xlsx',
  row: walletRow.extend({
    /** Until when the credit is good, as it stands now. */
    creditExpired: z.string().nullable(),
  }),
  totals: walletTotals,
  filters: { parentId: id('Please select a parent.') },
  inputs: [{ key: 'parentId', label: 'Parent', kind: 'lookup', resource: 'parent', required: true }],
  range: { label: 'Date', back: 31 },
  columns: [...name, { key: 'creditExpired', title: 'Expiry', kind: 'day', width: 12 }, ...figures],
  details: walletDetails,
  sentences: (totals) => [sumsOf(totals)],
  empty: 'Choose a parent to see what came into and left the wallets of the family.',
})

export const creditStatementReportRoutes = reportRoutes(creditStatementReport)
