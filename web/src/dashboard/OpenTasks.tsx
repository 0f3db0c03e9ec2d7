import { attendance } from '@academy/contract/attendance/attendance.ts'
import type { Overview } from '@academy/contract/dashboard/dashboard.ts'
import { payments } from '@academy/contract/payments/payments.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { OpenRefunds, OrderDialog, useOpenOrders } from '../payments/index.ts'
import { showCredit, showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session.ts'
import { useAction } from '../platform/client/use-action.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'
import { MemberLink, Pages } from './parts.tsx'

interface Paging {
  page: number
  onPage: (page: number) => void
}

type UnmarkedClass = Overview['unmarkedClasses']['items'][number]
type OpenCase = Overview['openCases']['items'][number]

/** What past classes left to do: unmarked classes and open cases, each with its action. */
export function OpenTasks({ overview, unmarked, cases }: { overview: Overview; unmarked: Paging; cases: Paging }) {
  const { unmarkedClasses, openCases } = overview
  return (
    <section aria-labelledby="tonight">
      <h2 id="tonight">{t('Tonight’s List')}</h2>
      <OpenRefunds level={3} />
      {unmarkedClasses.total === 0 && openCases.total === 0 ? (
        <p className="muted">{t('All classes held are marked, and every class attended is paid for.')}</p>
      ) : (
        <div className="dashboard-pair tonight">
          <section aria-labelledby="unmarked">
            <h3 id="unmarked">{t('Held but not marked')}</h3>
            <UnmarkedTable classes={unmarkedClasses.items} />
            <Pages page={unmarked.page} total={unmarkedClasses.total} onChange={unmarked.onPage} />
          </section>
          <section aria-labelledby="open-cases">
            <h3 id="open-cases">{t('Attended but not paid')}</h3>
            <CasesTable cases={openCases.items} />
            <Pages page={cases.page} total={openCases.total} onChange={cases.onPage} />
          </section>
        </div>
      )}
    </section>
  )
}

const UnmarkedTable = ({ classes }: { classes: UnmarkedClass[] }) => (
  <DataTable
    label={t('Held but not marked')}
    rowKey="_id"
    rows={classes}
    empty={<span className="muted">{t('All classes held are marked.')}</span>}
    columns={[
      {
        title: t('Date'),
        render: (row) => (
          <>
            {showDay(row.date)}
            <br />
            <span className="muted">{row.duration}</span>
          </>
        ),
      },
      {
        title: t('Class'),
        className: 'dashboard-first',
        render: (row) => (
          <>
            {row.course.name}
            <br />
            <span className="muted">
              {row.centre ? `${row.centre}, ` : ''}
              {t('{n} students', { n: row.students })}
            </span>
          </>
        ),
      },
      { title: t('Actions'), key: 'mend', render: (row) => <MarkLink row={row} /> },
    ]}
  />
)

function MarkLink({ row: { _id, course, date } }: { row: UnmarkedClass }) {
  const { can } = useSession()
  if (!can(attendance.take.may))
    return (
      <ReasonButton type="link" may={attendance.take.may}>
        {t('Mark Attendance')}
      </ReasonButton>
    )
  const [year, month] = date.split('-').map(Number)
  return (
    <Link to="/markAttendance/class" search={{ id: course._id, year, month, class: _id } as never}>
      {t('Mark Attendance')}
    </Link>
  )
}

function CasesTable({ cases }: { cases: OpenCase[] }) {
  const [buyer, setBuyer] = useState<OpenCase['walletMember']>()
  return (
    <>
      <DataTable
        label={t('Attended but not paid')}
        rowKey={(row) => row.walletMember._id}
        rows={cases}
        empty={<span className="muted">{t('Every class attended is paid for.')}</span>}
        columns={[
          {
            title: t('Wallet'),
            render: ({ walletMember: { _id, name, chName }, cases: count, oldest }) => (
              <>
                <MemberLink id={_id} name={`${name} ${chName ?? ''}`} />
                <br />
                <span className="muted">{t('{n} since {day}', { n: count, day: showDay(oldest) })}</span>
              </>
            ),
          },
          {
            title: t('Owes'),
            align: 'right',
            render: (row) => (
              <>
                {showCredit(row.credit)}
                <br />
                <span className="muted">{t('holds {n}', { n: showCredit(row.walletMember.wallet) })}</span>
              </>
            ),
          },
          {
            title: t('Actions'),
            key: 'mend',
            render: (row) =>
              row.covered > 0 ? (
                <CloseButton row={row} />
              ) : (
                <ReasonButton type="link" may={payments.order.may} onClick={() => setBuyer(row.walletMember)}>
                  {t('Buy Package')}
                </ReasonButton>
              ),
          },
        ]}
      />
      <OrderDialog
        open={buyer !== undefined}
        onClose={() => setBuyer(undefined)}
        {...(buyer ? { member: buyer } : {})}
      />
    </>
  )
}

/** Debits the wallet for the cases it covers, oldest first. */
function CloseButton({ row: { walletMember, cases, covered, walletAfter } }: { row: OpenCase }) {
  const close = useAction(attendance.closeOfWallet, {
    ...useOpenOrders(
      () => ({ members: [walletMember._id] }),
      () => {
        const { name, wallet } = walletMember
        const balanceChange = t('{name}: wallet {from} -> {to}', {
          name,
          from: showCredit(wallet),
          to: showCredit(walletAfter),
        })
        return covered < cases ? `${balanceChange}, ${t('{n} stay open', { n: cases - covered })}` : balanceChange
      },
    ),
  })
  return (
    <ReasonButton
      type="link"
      may={attendance.closeOfWallet.may}
      loading={close.sending}
      onClick={() => close.send({ params: { member: walletMember._id }, body: { outStanding: false } })}
    >
      {covered === cases ? t('Close all {n}', { n: cases }) : t('Close {n} of {m}', { n: covered, m: cases })}
    </ReasonButton>
  )
}
