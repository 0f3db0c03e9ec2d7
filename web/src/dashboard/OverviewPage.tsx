import { dashboard, type Overview } from '@academy/contract/dashboard/dashboard.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { NumbersWarning, OrderDialog, VerifyButtons } from '../payments/index.ts'
import { showCredit, showDay, showInstant, showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { lazyComponent } from '../platform/client/lazy.ts'
import { useList } from '../platform/client/list.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Page, PageWaiting } from '../platform/shell/Page.tsx'
import { ButtonLink } from '../platform/table/EntryActions.tsx'
import { ListTable } from '../platform/table/Table.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'
import { Tag } from '../ui/first/Tag.tsx'
import { Alerts } from './Alerts.tsx'
import { Books } from './Books.tsx'
import { Expiring } from './Expiring.tsx'
import { OpenTasks } from './OpenTasks.tsx'
import { MemberLink, Pages, tableSize } from './parts.tsx'
import { SecondFactorAdvice } from './SecondFactorAdvice.tsx'
import './dashboard.css'

const Charts = lazyComponent(() => import('./Charts.tsx'))

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
  if (!mayView)
    return (
      <Page title="Dashboard">
        <p className="muted">
          {t('The menu shows what you can do. The figures here need the permission Dashboard: View.')}
        </p>
        <SecondFactorAdvice />
        <Alerts />
      </Page>
    )
  return (
    <Page
      title="Dashboard"
      actions={
        <>
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
      {data ? <Figures overview={data} /> : <PageWaiting />}
      {data && <SecondFactorAdvice />}
      {data && <Alerts />}
      {data && (
        <OpenTasks
          overview={data}
          unmarked={{ page: unmarkedPage, onPage: setUnmarkedPage }}
          cases={{ page: casesPage, onPage: setCasesPage }}
        />
      )}
      <PendingPayments />
      <div className="dashboard-pair">
        <section aria-labelledby="low">
          <h2 id="low">{t('Low Balance')}</h2>
          <DataTable
            label={t('Low Balance')}
            rowKey="_id"
            rows={data?.lowBalance.items ?? []}
            empty={<span className="muted">{t('Nobody’s wallet is at or below 50 credits.')}</span>}
            columns={[
              {
                title: t('Member'),

                className: 'dashboard-first',
                render: (row) => <MemberLink id={row._id} name={`${row.name} ${row.chName ?? ''}`} />,
              },
              { title: t('Phone No.'), render: (row) => row.phoneNo ?? '-' },
              { title: t('Wallet'), align: 'right', render: (row) => showCredit(row.wallet) },
              { title: t('Expires'), render: (row) => showDay(row.creditExpired) },
            ]}
          />
          <Pages page={lowPage} total={data?.lowBalance.total ?? 0} onChange={setLowPage} />
        </section>
        <section aria-labelledby="coaches">
          <h2 id="coaches">{t('Coach Monthly Summary')}</h2>
          <DataTable
            label={t('Coach Monthly Summary')}
            rowKey="_id"
            rows={data?.coachSummary.items ?? []}
            empty={<span className="muted">{t('No payment was verified this month yet.')}</span>}
            columns={[
              { title: t('Coach'), field: 'name' },
              { title: t('Payments verified'), field: 'payments', align: 'right' },
              { title: t('Credit'), align: 'right', render: (row) => showCredit(row.credit) },
              { title: t('Amount'), align: 'right', className: 'nowrap', render: (row) => showMoney(row.amount) },
            ]}
          />
          <Pages page={coachPage} total={data?.coachSummary.total ?? 0} onChange={setCoachPage} />
        </section>
      </div>
      {data && <Today classes={data.todayClasses} />}
      <Suspense fallback={null}>
        <Charts />
      </Suspense>
      <Expiring />
      <Books />
      <OrderDialog open={ordering} onClose={() => setOrdering(false)} />
    </Page>
  )
}

function Figures({ overview }: { overview: Overview }) {
  const { pending, lowBalance, expiringWallets, todayClasses } = overview
  const unmarked = todayClasses.filter((session) => !session.isAttendanceTaken).length
  return (
    <ul className="figures">
      <Figure title="Pending payments" value={String(pending.count)} note={showMoney(pending.amount)} />
      <Figure title="Low balance" value={String(lowBalance.total)} note={t('at or below 50 credits')} />
      <Figure
        title="Wallets expiring"
        value={String(expiringWallets.count)}
        note={t('{n} credits within 30 days', { n: showCredit(expiringWallets.credit) })}
      />
      <Figure
        title="Classes today"
        value={String(todayClasses.length)}
        note={t('{n} not marked yet', { n: unmarked })}
      />
    </ul>
  )
}

const Figure = ({ title, value, note }: { title: string; value: string; note: ReactNode }) => (
  <li>
    <span>{t(title)}</span>
    <strong>{value}</strong>
    <span className="muted">{note}</span>
  </li>
)

function PendingPayments() {
  const list = useList(payments.list, {
    status: false,
    inAddress: false,
    size: pendingSize,
    query: { status: 'Pending', paymentType: 'Cash' },
  })
  return (
    <section aria-labelledby="pending">
      <h2 id="pending">{t('Pending Cash Payments')}</h2>
      <ListTable
        label="Pending Cash Payments"
        list={list}
        emptyTitle={null}
        emptyHint="Every cash payment has been verified or rejected."
        columns={[
          { key: 'receivedAt', title: 'Received', render: (row) => showInstant(row.receivedAt) },
          {
            key: 'createdBy',
            title: 'Payer',
            render: ({ createdBy }) => (
              <MemberLink id={createdBy._id} name={`${createdBy.name} ${createdBy.chName ?? ''}`} />
            ),
          },
          { key: 'packageTitle', title: 'Package' },
          { key: 'creditPurchase', title: 'Credit', align: 'right', render: (row) => showCredit(row.creditPurchase) },
          { key: 'amount', title: 'Amount', align: 'right', render: (row) => showMoney(row.amount) },
          { key: 'coachReceived', title: 'Coach Received', render: (row) => row.coachReceived?.name ?? '-' },
        ]}
        actions={(row) => <VerifyButtons payment={row} />}
      />
    </section>
  )
}

function Today({ classes }: { classes: Overview['todayClasses'] }) {
  return (
    <section aria-labelledby="today">
      <h2 id="today">{t('Today’s Classes')}</h2>
      <DataTable
        label={t('Today’s Classes')}
        rowKey="_id"
        rows={classes}
        empty={<span className="muted">{t('Today No Class')}</span>}
        columns={[
          {
            title: t('Class'),

            className: 'dashboard-first',
            render: ({ course, _id }) => (
              <Link to="/markAttendance/class" search={{ id: course._id, class: _id } as never}>
                {course.name}
              </Link>
            ),
          },
          { title: t('Time'), field: 'duration' },
          { title: t('Centre'), render: (row) => row.centre ?? '-' },
          { title: t('Students'), field: 'students', align: 'right' },
          {
            title: t('Attendance'),
            render: (row) =>
              row.isAttendanceTaken ? (
                <Tag color="success">{t('{n} present', { n: row.present })}</Tag>
              ) : (
                <Tag color="warning">{t('Not marked yet')}</Tag>
              ),
          },
        ]}
      />
    </section>
  )
}
