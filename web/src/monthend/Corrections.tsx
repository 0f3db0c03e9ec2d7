import type { CorrectingEntry, Correction, MonthEndState } from '@academy/contract/monthend/month-end.ts'
import { monthWords } from '@academy/contract/reports/month.ts'
import { screens } from '@academy/contract/screens.ts'
import { Link } from '@tanstack/react-router'
import { showCredit, showInstant, showMoney, showSigned } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useSession } from '../platform/client/session/session.ts'
import { ChineseName } from '../ui/first/ChineseName.tsx'
import { DataTable } from '../ui/first/DataTable.tsx'

const pageSize = 20

/** What closed months brought coaches since they were told of them. */
export const Corrections = ({ of: { month, corrections } }: { of: MonthEndState }) => (
  <section aria-labelledby="month-corrections">
    <h2 id="month-corrections">{t('Corrections of closed months')}</h2>
    <p className="muted">{t('Paid to the coaches with their statements of {month}.', { month: monthWords(month) })}</p>
    <DataTable
      label={t('Corrections of closed months')}
      rowKey={({ coach, month: of }) => `${coach._id} ${of}`}
      rows={corrections}
      pageSize={pageSize}
      columns={[
        {
          title: t('Coach'),
          render: ({ coach }) => <CoachLink coach={coach} month={month} />,
        },
        { title: t('Corrects'), render: ({ month: of }) => monthWords(of) },
        { title: t('Classes Held'), align: 'right', render: ({ classes }) => showSigned(classes) },
        { title: t('Present'), align: 'right', render: ({ heads }) => showSigned(heads) },
        { title: t('Credits Used'), align: 'right', render: ({ credits }) => showSigned(credits) },
        { title: t('Amount'), align: 'right', className: 'nowrap', render: ({ amount }) => showMoney(amount) },
      ]}
    />
  </section>
)

/** Entries of the ledger that are of an open month and about a closed one. */
export const Entries = ({ of: { month, closed, entries } }: { of: MonthEndState }) => (
  <section aria-labelledby="month-entries">
    <h2 id="month-entries">
      {closed
        ? t('Put right since {month} was closed', { month: monthWords(month) })
        : t('Put right since the last close')}
    </h2>
    {entries.total > entries.items.length && (
      <p className="muted">
        {t('The latest {n} of {total}.', { n: showCredit(entries.items.length), total: showCredit(entries.total) })}
      </p>
    )}
    <DataTable
      label={t('Put right since the close')}
      rowKey="_id"
      rows={entries.items}
      pageSize={pageSize}
      columns={[
        {
          title: t('Member'),
          render: ({ member }) => <MemberLink member={member} />,
        },
        {
          title: t('What'),
          className: 'month-end-what',
          render: ({ label, note }) => (
            <span>
              {label}
              <small className="month-end-note">{note}</small>
            </span>
          ),
        },
        { title: t('Written'), render: ({ at, by }) => `${showInstant(at)}, ${by}` },
        { title: t('Credit'), align: 'right', render: ({ credit }) => showSigned(credit) },
      ]}
    />
  </section>
)

/** A coach's month, for whoever may open it. */
function CoachLink({ coach, month }: { coach: Correction['coach']; month: string }) {
  if (!useSession().can(screens['/report/coach-settlement/$id'].may)) return coach.name
  return (
    <Link to="/report/coach-settlement/$id" params={{ id: coach._id }} search={{ month }}>
      {coach.name}
    </Link>
  )
}

/** A member's money, for whoever may open it. */
function MemberLink({ member }: { member: CorrectingEntry['member'] }) {
  const name = (
    <span>
      {member.name}
      {member.chName && <ChineseName>{member.chName}</ChineseName>}
    </span>
  )
  if (!useSession().can(screens['/membership/edit/$memberId'].may)) return name
  return (
    <Link to="/membership/edit/$memberId" params={{ memberId: member._id }} search={{ tab: 'financial' }}>
      {name}
    </Link>
  )
}
