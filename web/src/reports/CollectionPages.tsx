import { collectionReport, collectionReportRoutes } from '@academy/contract/reports/collection-report.ts'
import { reconciliationReport, reconciliationReportRoutes } from '@academy/contract/reports/reconciliation-report.ts'
import { t } from '../platform/client/i18n.ts'
import { ButtonLink } from '../platform/table/EntryActions.tsx'
import { ReportPage } from './ReportPage.tsx'

/** What was verified and when, with a link to why it differs from what was received. */
export const CollectionReportPage = () => (
  <ReportPage report={collectionReport} routes={collectionReportRoutes}>
    <p className="report-beside">
      {t('Each payment has two dates: when the money was received and when it was verified.')}{' '}
      <ButtonLink to={reconciliationReport.path}>{t(reconciliationReport.title)}</ButtonLink>
    </p>
  </ReportPage>
)

/** Day by day and coach by coach, why the amounts received, verified and closed differ. */
export const ReconciliationPage = () => (
  <ReportPage report={reconciliationReport} routes={reconciliationReportRoutes}>
    <p className="report-beside">
      {t(
        'What each coach received on a day, and what became of it by now. Open a line to see its payments and why they differ.',
      )}{' '}
      <ButtonLink to={collectionReport.path}>{t(collectionReport.title)}</ButtonLink>
    </p>
  </ReportPage>
)
