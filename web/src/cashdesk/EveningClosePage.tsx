import { type Evening, eveningClose } from '@academy/contract/cashdesk/evening.ts'
import { eveningFileName } from '@academy/contract/cashdesk/rules.ts'
import { useParams } from '@tanstack/react-router'
import { showDay, showInstant, showMoney } from '../platform/client/dates.ts'
import { useDownload } from '../platform/client/downloads/use-download.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { Unread } from '../platform/feedback/Unread.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { Whole } from '../platform/shell/Whole.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'
import { FileTextIcon } from '../ui/first/icons.ts'
import { Difference } from './CloseActions.tsx'
import { CloseFacts, CloseLink, type Fact } from './CloseFacts.tsx'
import './cashdesk.css'

/** An evening close, read-only. */
export function EveningClosePage() {
  const { id = '' } = useParams({ strict: false })
  const { data, error } = useCall(eveningClose.getEvening, { params: { id } })
  const title = data ? t('Evening Close {number}', { number: data.number }) : 'Evening Close'
  return (
    <Page
      title={title}
      heading={data && <Whole in={title} />}
      back="/cash-close/listing"
      loading={!data && !error}
      actions={data && <EveningPdf evening={data} />}
    >
      {error && <Unread error={error} refused={t('There is no such evening close.')} />}
      {data && <Facts evening={data} />}
      {data && <Closes evening={data} />}
    </Page>
  )
}

function EveningPdf({ evening: { _id, number } }: { evening: Evening }) {
  const { busy, save } = useDownload()
  return (
    <ReasonButton
      type="primary"
      icon={<FileTextIcon aria-hidden />}
      may={eveningClose.printEvening.may}
      loading={busy}
      aria-label={t('PDF of {number}', { number })}
      onClick={() => save(eveningClose.printEvening, { params: { id: _id } }, eveningFileName(number))}
    >
      {t('PDF')}
    </ReasonButton>
  )
}

function Facts({ evening }: { evening: Evening }) {
  const facts: Fact[] = [
    ['Day Received', showDay(evening.day)],
    ['Closed By', `${evening.closedBy}, ${showInstant(evening.closedAt)}`],
    ['Expected', showMoney(evening.expected)],
    ['Counted', showMoney(evening.counted)],
    ['Difference', <Difference key="difference" amount={evening.difference} />],
  ]
  const left = evening.closes.filter(({ leftPayments }) => leftPayments > 0)
  if (left.length > 0)
    facts.push([
      'Stayed open',
      left
        .map(
          ({ coach, leftPayments: n, leftAmount }) =>
            `${coach.name}: ${t('{n} of {amount}', { n, amount: showMoney(leftAmount) })}`,
        )
        .join(', '),
    ])
  return <CloseFacts facts={facts} />
}

const Closes = ({ evening }: { evening: Evening }) => (
  <section aria-labelledby="closes">
    <h2 id="closes">{t('Closes')}</h2>
    <p className="muted">{t('A wrong count is put right on the close of its coach; this evening stays as it is.')}</p>
    <DataTable
      label={t('Closes')}
      rowKey="_id"
      rows={evening.closes}
      columns={[
        { title: t('No.'), className: 'nowrap', render: (close) => <CloseLink close={close} /> },
        { title: t('Coach'), render: (close) => close.coach.name },
        {
          title: t('Payments'),
          align: 'right',
          render: ({ payments, returned }) =>
            returned > 0 ? t('{n}, {m} given back', { n: payments, m: returned }) : String(payments),
        },
        { title: t('Expected'), align: 'right', className: 'nowrap', render: (close) => showMoney(close.expected) },
        { title: t('Counted'), align: 'right', className: 'nowrap', render: (close) => showMoney(close.counted) },
        { title: t('Difference'), render: (close) => <Difference amount={close.difference} /> },
        { title: t('Remark'), field: 'remark' },
        {
          title: t('Corrected By'),
          className: 'nowrap',
          render: ({ correctedBy }) => (correctedBy ? <CloseLink close={correctedBy} /> : '-'),
        },
      ]}
    />
  </section>
)
