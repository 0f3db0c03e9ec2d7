import { type CashCloseDocument, cashdesk } from '@academy/contract/cashdesk/cashdesk.ts'
import { denominations } from '@academy/contract/cashdesk/rules.ts'
import { ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { showDay, showInstant, showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { Unread } from '../platform/feedback/Unread.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { Whole } from '../platform/shell/Whole.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'
import { Tag } from '../ui/first/Tag.tsx'
import { CorrectButton, Difference, PdfButton } from './CloseActions.tsx'
import { CloseFacts, CloseLink, type Fact } from './CloseFacts.tsx'
import './cashdesk.css'

/** A close, read-only. */
export function ClosePage() {
  const { id = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const { data, error } = useCall(cashdesk.get, { params: { id } })
  const title = data ? t('Cash Close {number}', { number: data.number }) : 'Cash Close'
  return (
    <Page
      title={title}
      heading={data && <Whole in={title} />}
      back="/cash-close/listing"
      loading={!data && !error}
      actions={
        data && (
          <>
            <CorrectButton
              close={data}
              onDone={(made) => navigate({ to: '/cash-close/view/$id', params: { id: made } })}
            />
            <PdfButton close={data} look="primary" />
          </>
        )
      }
    >
      {error && <Unread error={error} refused={t('There is no such close.')} />}
      {data && <Facts close={data} />}
      {data && data.lines.length > 0 && <Lines close={data} />}
      {data?.pieces && <Pieces pieces={data.pieces} />}
    </Page>
  )
}

function Facts({ close }: { close: CashCloseDocument }) {
  const facts: Fact[] = [
    ['Day Received', showDay(close.day)],
    ['Coach Received', close.coach.name],
    ['Closed By', `${close.closedBy}, ${showInstant(close.closedAt)}`],
    ['Expected', showMoney(close.expected)],
    ['Counted', showMoney(close.counted)],
    ['Difference', <Difference key="difference" amount={close.difference} />],
  ]
  if (close.remark) facts.push(['Remark', close.remark])
  if (close.corrects) facts.push(['Corrects', <CloseLink key="corrects" close={close.corrects} />])
  if (close.correctedBy) facts.push(['Corrected By', <CloseLink key="corrected" close={close.correctedBy} />])
  if (close.evening)
    facts.push([
      'Evening Close',
      <Link key="evening" to="/cash-close/evening/$id" params={{ id: close.evening._id }}>
        {close.evening.number}
      </Link>,
    ])
  if (close.leftPayments > 0)
    facts.push(['Stayed open', t('{n} of {amount}', { n: close.leftPayments, amount: showMoney(close.leftAmount) })])
  return <CloseFacts facts={facts} />
}

function Lines({ close }: { close: CashCloseDocument }) {
  return (
    <section aria-labelledby="lines" className="desk-section">
      <h2 id="lines">{t('Payments')}</h2>
      <DataTable
        label={t('Payments')}
        rowKey={({ _id, kind }) => `${kind} ${_id}`}
        rows={close.lines}
        columns={[
          { title: t('Payer'), render: ({ payer }) => `${payer.name} ${payer.chName ?? ''}` },
          { title: t('Amount'), align: 'right', className: 'nowrap', render: (row) => showMoney(row.amount) },
          {
            title: t('What was done'),
            render: ({ kind, verifiedHere, cancelledAt }) => (
              <>
                {t(kind === 'returned' ? 'Given back' : verifiedHere ? 'Verified with this close' : 'Verified before')}
                {kind === 'received' && cancelledAt && (
                  <>
                    {' '}
                    <Tag color="error">{t('Cancelled on {day}', { day: showInstant(cancelledAt).slice(0, 10) })}</Tag>
                  </>
                )}
              </>
            ),
          },
          { title: t('Package'), field: 'packageTitle' },
          { title: t('OR No.'), field: 'orNo', className: 'nowrap' },
          { title: t('Order'), field: 'orderID', className: 'nowrap' },
          { title: t('Received'), className: 'nowrap', render: (row) => showInstant(row.receivedAt) },
          { title: t('Verified'), className: 'nowrap', render: (row) => showInstant(row.verifiedAt) },
        ]}
      />
    </section>
  )
}

function Pieces({ pieces }: { pieces: NonNullable<CashCloseDocument['pieces']> }) {
  const rows = denominations.flatMap((piece) => {
    const count = pieces[piece] ?? 0
    return count > 0 ? [{ piece, count, amount: ringgit(sen(piece) * count) }] : []
  })
  return (
    <section aria-labelledby="pieces">
      <h2 id="pieces">{t('Notes and Coins')}</h2>
      <DataTable
        label={t('Notes and Coins')}
        rowKey="piece"
        rows={rows}
        columns={[
          { title: t('Note or coin'), render: ({ piece }) => `RM ${piece}` },
          { title: t('Pieces'), field: 'count', align: 'right' },
          { title: t('Amount'), align: 'right', render: ({ amount }) => showMoney(amount) },
        ]}
      />
    </section>
  )
}
