import { z } from 'zod'
import { ids } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { defineReport, reportRoutes } from './report.ts'
import { memberReportColumns, memberReportRow } from './rows/member-row.ts'

export const tmReport = defineReport({
  name: 'tm-Report',
  ...reportScreen('/report/tm-report'),
  mayExport: 'report.TM.export',
  file: 'TM_Report.xlsx',
  row: memberReportRow,
  totals: { totalWallet: z.number() },
  filters: {
    searchText: z.string().max(200).optional(),
    belt: ids().optional(),
    memberType: ids().optional(),
  },
  inputs: [
    { key: 'searchText', label: 'Search', kind: 'text', placeholder: 'Name, I/C, TM No., phone or email' },
    { key: 'belt', label: 'Belt Color', kind: 'lookup', resource: 'belt' },
    { key: 'memberType', label: 'Member Type', kind: 'lookup', resource: 'member-type' },
  ],
  columns: memberReportColumns,
  empty: 'No member with a TM number matches. Search for something else, or give members their TM No.',
})

export const tmReportRoutes = reportRoutes(tmReport)
