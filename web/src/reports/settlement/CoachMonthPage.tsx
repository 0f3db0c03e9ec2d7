import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import { closedWords, coachMonth, settlementFileName } from '@academy/contract/reports/coach-month.ts'
import {
  coachSettlementReport,
  coachSettlementReportRoutes,
  runningWords,
  settlementWords,
} from '@academy/contract/reports/coach-settlement-report.ts'
import { monthOf, month as monthRule, monthWords } from '@academy/contract/reports/month.ts'
import { useParams } from '@tanstack/react-router'
import { showCredit, showInstant, showMoney } from '../../platform/client/dates.ts'
import { useDownload } from '../../platform/client/downloads/use-download.ts'
import { t } from '../../platform/client/i18n.ts'
import { useCall } from '../../platform/client/query.ts'
import { useToday } from '../../platform/client/today.ts'
import { Unread } from '../../platform/feedback/Unread.tsx'
import { Allowed, ReasonButton } from '../../platform/shell/Guard.tsx'
import { MonthSteps } from '../../platform/shell/MonthSteps.tsx'
import { Page, PageWaiting } from '../../platform/shell/Page.tsx'
import { useAddress } from '../../platform/table/address.ts'
import { FileTextIcon, SheetIcon } from '../../ui/first/icons.ts'
import { useOwnCentres } from '../ReportStrip.tsx'
import { TaughtCourses } from './TaughtCourses.tsx'
import '../report-strip.css'
import './settlement.css'

type CoachMonth = ResultOf<typeof coachMonth.month>

/** One coach's month: what is paid, class by class and day by day, and the statement to sign. */
export function CoachMonthPage() {
  const { id = '' } = useParams({ strict: false })
  const address = useAddress()
  const now = monthOf(useToday())
  const month = monthRule().safeParse(address.month).data ?? now
  const { data, error } = useCall(coachMonth.month, { params: { coach: id }, query: { month } }, { keep: true })
  // The name stands while another month is on its way, the figures do not.
  const shown = data?.month === month ? data : undefined
  return (
    <Page
      title="Coach Settlement"
      subtitle={data?.coach.name ?? ' '}
      back="/report/coach-settlement"
      loading={!data && !error}
      actions={data && <Files of={{ coach: data.coach, month }} />}
    >
      {!data && error && (
        <Unread error={error} refused={t('There is no such coach, or the pay is not yours to see.')} />
      )}
      {data && (
        <div className="settlement">
          <MonthSteps month={month} to="/report/coach-settlement/$id" params={{ id }} />
          {shown ? (
            <>
              <Sums of={shown} />
              <TaughtCourses month={shown} />
            </>
          ) : (
            <PageWaiting />
          )}
        </div>
      )}
    </Page>
  )
}

function Files({ of: { coach, month } }: { of: Pick<CoachMonth, 'coach' | 'month'> }) {
  const workbook = useDownload()
  const statement = useDownload()
  const name = settlementFileName(coach.name, month)
  const query = { month, coach: coach._id }
  return (
    <>
      <Allowed may={coachSettlementReport.mayExport}>
        <ReasonButton
          icon={<SheetIcon aria-hidden />}
          loading={workbook.busy}
          onClick={() => workbook.save(coachSettlementReportRoutes.excel, { query }, `${name}.xlsx`)}
        >
          {t('Export to Excel')}
        </ReasonButton>
      </Allowed>
      <ReasonButton
        type="primary"
        may={coachMonth.statement.may}
        icon={<FileTextIcon aria-hidden />}
        loading={statement.busy}
        onClick={() =>
          statement.save(coachMonth.statement, { params: { coach: coach._id }, query: { month } }, `${name}.pdf`)
        }
      >
        {t('Statement to Sign')}
      </ReasonButton>
    </>
  )
}

function Sums({ of }: { of: CoachMonth }) {
  const centres = useOwnCentres()
  const today = useToday()
  const sums = [
    ['Classes Held', showCredit(of.classes)],
    ['Present', showCredit(of.heads)],
    ['Credits Used', showCredit(of.credits)],
    ['Amount', showMoney(of.amount)],
    ...(of.corrections.length > 0 ? [['To Pay', showMoney(of.toPay)]] : []),
  ]
  return (
    <section className="report-strip" aria-label={t('Totals')}>
      <div className="report-figures">
        <dl style={{ flex: sums.length }}>
          {sums.map(([label = '', words]) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <div className="report-of">
          <p>{t('Month: {month}', { month: monthWords(of.month) })}</p>
          {centres.length > 0 && <p>{t('Only of {centres}.', { centres: centres.join(', ') })}</p>}
          <p>{t('Computed at {at}', { at: showInstant(of.computedAt) })}</p>
        </div>
      </div>
      <div className="report-sentences">
        {[...runningWords(of.month, today), ...closedWords(of), ...settlementWords(of)].map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </section>
  )
}
