import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { day, id, ids } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { defineReport, reportRoutes } from './report.ts'
import { statementColumns, sumsOf, walletDetails, walletRow, walletTotals } from './rows/wallet-row.ts'

export const statementReport = defineReport({
  name: 'statement-report',
  ...reportScreen('/report/statement-report'),
  mayExport: 'report.statement.export',
  file: 'Statement_Report.xlsx',
  row: walletRow,
  totals: walletTotals,
  filters: { member: ids().optional() },
  inputs: [{ key: 'member', label: 'Member', kind: 'lookup', resource: 'member' }],
  range: { label: 'Date', back: 1 },
  columns: statementColumns,
  details: walletDetails,
  sentences: (totals) => [sumsOf(totals)],
  empty: 'No wallet held or moved credit in these days. Choose other days or another member.',
})

export const statementReportRoutes = reportRoutes(statementReport)

export const boardForward = {
  boardForward: endpoint({
    method: 'GET',
    path: '/report/member/board-forward',
    may: 'report.statement.view',
    summary: 'What a wallet held as a business day began, today unless said, and the instant of that',
    query: z.object({ member: id('Please select a member.'), date: day().optional() }),
    result: z.object({ creditBeforeAdjust: z.number(), bfTime: z.string() }),
  }),
}
