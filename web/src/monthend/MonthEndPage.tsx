import { type MonthEndState, monthEnd } from '@academy/contract/monthend/month-end.ts'
import { packName } from '@academy/contract/monthend/rules.ts'
import { month as monthRule, monthWords } from '@academy/contract/reports/month.ts'
import { showInstant } from '../platform/client/dates.ts'
import { useDownload } from '../platform/client/downloads/use-download.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { Unread } from '../platform/feedback/Unread.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { MonthSteps } from '../platform/shell/MonthSteps.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { useAddress } from '../platform/table/address.ts'
import { Alert } from '../ui/first/Alert.tsx'
import { DownloadIcon } from '../ui/first/icons.ts'
import { CloseButton } from './CloseButton.tsx'
import { Corrections, Entries } from './Corrections.tsx'
import { Files } from './Files.tsx'
import { LeftOpen } from './LeftOpen.tsx'
import { Points } from './Points.tsx'
import './month-end.css'

/** The end of a month: what is open, the close, and what a closed one keeps. */
export function MonthEndPage() {
  const { month: named } = useAddress()
  const month = monthRule().safeParse(named).data
  const { data, error } = useCall(monthEnd.view, { query: month ? { month } : {} }, { keep: true })
  return (
    <Page title="Month End" loading={!data && !error} actions={data && <Act of={data} />}>
      {!data && error && <Unread error={error} />}
      {data && (
        <div className="month-end">
          <Head of={data} />
          {data.closed ? <Closed of={data} /> : <Open of={data} />}
          {data.corrections.length > 0 && <Corrections of={data} />}
          {data.entries.total > 0 && <Entries of={data} />}
          {data.closed && <Files of={data.closed} forbidden={data.forbidden} />}
        </div>
      )}
    </Page>
  )
}

function Act({ of }: { of: MonthEndState }) {
  const { busy, save } = useDownload()
  const { closed, month } = of
  if (!closed) return <CloseButton key={month} of={of} />
  return (
    <ReasonButton
      type="primary"
      icon={<DownloadIcon aria-hidden />}
      may={monthEnd.pack.may}
      reason={of.forbidden}
      loading={busy}
      onClick={() => save(monthEnd.pack, { params: { id: closed._id } }, packName(month))}
    >
      {t('Download the month (ZIP)')}
    </ReasonButton>
  )
}

/** The month, with the ones before and after, and how it stands. */
function Head({ of: { month, closed, refused } }: { of: MonthEndState }) {
  const state = closed
    ? t('Closed on {at} by {by}.', { at: showInstant(closed.at), by: closed.by })
    : refused
      ? `${t(refused)}.`
      : t('{month} is over and can be closed.', { month: monthWords(month) })
  return (
    <div className="month-end-head">
      <MonthSteps month={month} to="/report/month-end" params={{}} />
      <p>{state}</p>
    </div>
  )
}

function Open({ of }: { of: MonthEndState }) {
  const { month, latest } = of
  if (latest !== null && month < latest)
    return (
      <section className="panel">
        <p>
          {t(
            'This month lies before the first one that was closed in the portal. It counts as closed with that one, and none of its files were kept: its reports show it as it is now.',
          )}
        </p>
      </section>
    )
  return (
    <section className="panel" aria-labelledby="month-points">
      <h2 id="month-points">{t('Before the month is closed')}</h2>
      <p className="muted">
        {t(
          'The list ticks itself. Closing keeps the reports, statements and receipts of the month as they are then; what is put right later falls into the open month and names the closed one.',
        )}
      </p>
      <Points of={of} />
    </section>
  )
}

/** What was said of it when it was closed. */
function Closed({ of: { closed, points } }: { of: MonthEndState }) {
  const open = points.filter(({ count }) => count > 0)
  return (
    <section className="panel" aria-labelledby="month-closed">
      <h2 id="month-closed">{t('As it was closed')}</h2>
      {open.length === 0 ? (
        <p>{t('Nothing was left open.')}</p>
      ) : (
        <Alert type="warning" title={t('Left open')} description={<LeftOpen points={open} />} />
      )}
      {closed?.remark && <p>{t('Remark: {remark}', { remark: closed.remark })}</p>}
    </section>
  )
}
