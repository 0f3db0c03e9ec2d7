import { weekday, weekdays } from '@academy/contract/courses/calendar.ts'
import { dashboard, type Overview } from '@academy/contract/dashboard/dashboard.ts'
import { type Payment, payments } from '@academy/contract/payments/payments.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { NumbersWarning, OrderDialog, Received, VerifyButtons } from '../payments/index.ts'
import { showCredit, showDay, showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { type ListOf, useList } from '../platform/client/list.ts'
import { lazyComponent } from '../platform/client/loading/lazy.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useToday } from '../platform/client/today.ts'
import { Waiting } from '../platform/feedback/Waiting.tsx'
import { Avatar } from '../platform/shell/Avatar.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Page, PageWaiting } from '../platform/shell/Page.tsx'
import { ButtonLink } from '../platform/table/rows/EntryActions.tsx'
import { ListTable } from '../platform/table/Table.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'
import { Tag } from '../ui/first/Tag.tsx'
import { Alerts } from './Alerts.tsx'
import { Books } from './Books.tsx'
import { Card, Fold } from './Card.tsx'
import { Expiring } from './Expiring.tsx'
import { Figures, monthOf } from './Figures.tsx'
import { LowBalance } from './LowBalance.tsx'
import { OpenCases } from './OpenCases.tsx'
import { MemberLink, Pages, tableSize } from './parts.tsx'
import { SecondFactorAdvice } from './SecondFactorAdvice.tsx'
import { ShortCloses } from './ShortCloses.tsx'
import { Tonight } from './tonight/Tonight.tsx'
import { Unplanned } from './Unplanned.tsx'
import './dashboard.css'

const Charts = lazyComponent(() => import('./Charts.tsx'), <Waiting className="charts-waiting" />)

const FirstSteps = lazyComponent(
  () => import('./first-steps/FirstSteps.tsx'),
  <Waiting className="first-steps-waiting" />,
)

const NoFigures = lazyComponent(() => import('./NoFigures.tsx'))

const pendingSize = 10

/** What needs attention today. */
export function OverviewPage() {
  const { can } = useSession()
  const [lowPage, setLowPage] = useState(1)
  const [coachPage, setCoachPage] = useState(1)
  const [unmarkedPage, setUnmarkedPage] = useState(1)
  const [casesPage, setCasesPage] = useState(1)
  const [ordering, setOrdering] = useState(false)
  const mayView = can(dashboard.overview.may)
  const today = useToday()
  const { data } = useCall(
    dashboard.overview,
    {
      query: {
        lowBalanceOffset: (lowPage - 1) * tableSize,
        coachOffset: (coachPage - 1) * tableSize,
        unmarkedOffset: (unmarkedPage - 1) * tableSize,
        casesOffset: (casesPage - 1) * tableSize,
      },
    },
    { enabled: mayView, keep: true },
  )
  // Asked for beside the overview, not after it.
  const pending = useList(payments.list, {
    status: false,
    inAddress: false,
    size: pendingSize,
    query: { status: 'Pending', paymentType: 'Cash' },
    enabled: mayView,
  })
  if (!mayView)
    return (
      <Page title="Dashboard">
        <NoFigures />
        <SecondFactorAdvice />
        <Alerts />
      </Page>
    )
  return (
    <Page
      title="Dashboard"
      subtitle={`${t(weekdays[weekday(today)] ?? '')}, ${showDay(today)}`}
      actions={
        <>
          {can(payments.order.may) && <ButtonLink to="/till">{t('Till')}</ButtonLink>}
          {can('verifyPayment.view') && <ButtonLink to="/cash-close/listing">{t('Cash Desk Close')}</ButtonLink>}
          <ReasonButton type="primary" may={payments.order.may} onClick={() => setOrdering(true)}>
            {t('Create Order')}
          </ReasonButton>
        </>
      }
    >
      {data?.formatWarnings.map((format) => (
        <NumbersWarning key={format.type} format={format} />
      ))}
      {data ? (
        <div className="dashboard">
          {data.isNew && <FirstSteps begun={data.begun} />}
          <div className="dashboard-pair">
            <Tonight overview={data} unmarked={{ page: unmarkedPage, onPage: setUnmarkedPage }} />
            <PendingPayments list={pending} count={data.pending.count} />
          </div>
          {data.shortCloses && <ShortCloses of={data.shortCloses} />}
          {data.unplanned && <Unplanned of={data.unplanned} />}
          <Figures />
          <div className="dashboard-pair">
            <OpenCases overview={data} cases={{ page: casesPage, onPage: setCasesPage }} />
            <CoachSummary summary={data.coachSummary} page={coachPage} onPage={setCoachPage} />
          </div>
          <LowBalance low={data.lowBalance} paging={{ page: lowPage, onPage: setLowPage }} />
          <SecondFactorAdvice />
          <Alerts />
          <Expiring wallets={data.expiringWallets} />
          <Fold late id="charts" title="At a Glance" note={t('credit flow, attendance by centre, credit by expiry')}>
            <Charts />
          </Fold>
          <Books />
        </div>
      ) : (
        <PageWaiting />
      )}
      <OrderDialog open={ordering} onClose={() => setOrdering(false)} />
    </Page>
  )
}

/** '2026-11' as November 2026. */
const showMonth = (month: string) => `${monthOf(month)} ${month.slice(0, 4)}`

interface PagedProps {
  page: number
  onPage: (page: number) => void
}

function CoachSummary({ summary, page, onPage }: PagedProps & { summary: Overview['coachSummary'] }) {
  return (
    <Card
      id="coaches"
      title="Coach Monthly Summary"
      note={t('{month}, paid only', { month: showMonth(summary.month) })}
    >
      <DataTable
        label={t('Coach Monthly Summary')}
        rowKey="_id"
        rows={summary.items}
        empty={summary.total === 0 && <span className="muted">{t('No payment was verified this month yet.')}</span>}
        columns={[
          { title: t('Coach'), field: 'name', className: 'giving' },
          { title: t('Payments verified'), field: 'payments', align: 'right' },
          { title: t('Credit'), align: 'right', render: (row) => showCredit(row.credit) },
          { title: t('Amount'), align: 'right', className: 'nowrap', render: (row) => showMoney(row.amount) },
        ]}
      />
      <Pages of="Coach Monthly Summary" page={page} total={summary.total} onChange={onPage} />
    </Card>
  )
}

function PendingPayments({ list, count }: { list: ListOf<Payment>; count: number }) {
  const { can } = useSession()
  return (
    <Card
      id="pending"
      title="Pending Cash Payments"
      tag={list.total > 0 && <Tag color="warning">{list.total}</Tag>}
      note={can('verifyPayment.view') && <Link to="/verify-payment/listing">{t('Open')}</Link>}
    >
      <ListTable
        label="Pending Cash Payments"
        list={list}
        expected={Math.min(count, pendingSize)}
        emptyTitle={null}
        emptyHint="Every cash payment has been verified or rejected."
        asEntries
        columns={[
          {
            key: 'createdBy',
            title: 'Payer',
            phone: 'name',
            render: ({ createdBy }) => (
              <>
                <Avatar name={createdBy.name} picture={null} size={28} />
                <MemberLink id={createdBy._id} name={createdBy.name} chName={createdBy.chName} />
              </>
            ),
          },
          { key: 'packageTitle', title: 'Package', phone: 'line' },
          {
            key: 'creditPurchase',
            title: 'Credit',
            className: 'nowrap pending-credit',
            phone: 'line',
            render: (row) => t('{n} credits', { n: showCredit(row.creditPurchase) }),
          },
          {
            key: 'receivedAt',
            title: 'Received',
            className: 'nowrap',
            phone: 'line',
            render: (row) => <Received at={row.receivedAt} />,
          },
          { key: 'amount', title: 'Amount', phone: 'figure', render: (row) => showMoney(row.amount) },
        ]}
        actions={(row) => <VerifyButtons payment={row} inRow />}
      />
    </Card>
  )
}
