import {
  coachSettlementReport,
  coachSettlementReportRoutes,
} from '@academy/contract/reports/coach-settlement-report.ts'
import { screens } from '@academy/contract/screens.ts'
import { t } from '../../platform/client/i18n.ts'
import { Allowed } from '../../platform/shell/Guard.tsx'
import { ButtonLink } from '../../platform/table/EntryActions.tsx'
import { ReportPage } from '../ReportPage.tsx'

/** What coaches are paid for a month; a coach opens to the days and to who came. */
export const SettlementPage = () => (
  <ReportPage report={coachSettlementReport} routes={coachSettlementReportRoutes}>
    <p className="report-beside">
      {t('Open a line to see its classes, a coach to see every day, who came, and the statement to sign.')}{' '}
      <Allowed may={screens['/coach-rate'].may}>
        <ButtonLink to="/coach-rate">{t('Coach Rates')}</ButtonLink>
      </Allowed>
    </p>
  </ReportPage>
)
