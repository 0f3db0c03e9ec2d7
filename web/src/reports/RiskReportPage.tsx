import { riskReport, riskReportRoutes } from '@academy/contract/reports/risk-report.ts'
import { MessageButton } from '../members/index.ts'
import { useSession } from '../platform/client/session/session.ts'
import { ReportPage } from './ReportPage.tsx'

/** Who may stop coming, with a message to whoever pays. */
export function RiskReportPage() {
  const { can } = useSession()
  return (
    <ReportPage
      report={riskReport}
      routes={riskReportRoutes}
      {...(can('membership.edit')
        ? { actions: (row) => <MessageButton size="small" member={riskReport.row.parse(row).payer} /> }
        : {})}
    />
  )
}
