import { type AttendanceRow, attendance } from '@academy/contract/attendance/attendance.ts'
import type { MemberDetail } from '@academy/contract/members/members.ts'
import { closable } from '@academy/contract/wallet/rules.ts'
import { ClosedCases, identityFacts, shortBy, useCloseCase, useClosedNotice } from '../../attendance/index.ts'
import { useOpenOrders } from '../../payments/index.ts'
import { showCredit, showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useList } from '../../platform/client/list.ts'
import { useCall } from '../../platform/client/query.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { walletChange } from '../../platform/client/wallet-change.ts'
import { permissionText, ReasonButton } from '../../platform/shell/Guard.tsx'
import { type Column, ListTable } from '../../platform/table/Table.tsx'
import { MemberLink } from '../MemberName.tsx'

const oldestFirst = '+classDate'
const maxCases = 1000

/** Classes this member's wallet still owes for, and those it attended that another's does; oldest first. */
export function OutstandingCases({ member }: { member: MemberDetail }) {
  const { can } = useSession()
  const may = can(attendance.closeOutstanding.may)
  const list = useList(attendance.list, {
    query: { outstanding: true, sort: oldestFirst, attendedOrPaidBy: member._id },
    inAddress: false,
    status: false,
    size: 10,
    enabled: may && member.openOutstanding > 0,
  })
  return (
    <section aria-labelledby="cases-title" className="cases">
      <div className="section-head">
        <h2 id="cases-title">{t('Outstanding cases')}</h2>
        {member.isIndependent && may && list.total > 0 && <CloseAllButton member={member} />}
      </div>
      {member.openOutstanding === 0 ? (
        <p className="muted">{t('No class is waiting to be paid for.')}</p>
      ) : may ? (
        <ListTable
          label="Outstanding cases"
          list={list}
          columns={
            list.rows.some(({ walletMember }) => walletMember._id !== member._id) ? [...columns, payer] : columns
          }
          emptyHint="No class is waiting to be paid for."
          actions={(row) => <CloseButton row={row} />}
        />
      ) : (
        <p className="muted">
          {t('{n} open. Seeing them needs the permission {permission}', {
            n: member.openOutstanding,
            permission: permissionText(attendance.closeOutstanding.may),
          })}
        </p>
      )}
    </section>
  )
}

const columns: Column<AttendanceRow>[] = [
  {
    key: 'classDate',
    title: 'Class Date',
    className: 'number',
    render: (row) => showDay(row.classDate),
  },
  {
    key: 'member',
    title: 'Member',
    render: ({ member }) => (
      <>
        <MemberLink id={member._id} tab="attendance">
          {member.name}
        </MemberLink>
        <div className="muted">{identityFacts(member).join(', ')}</div>
      </>
    ),
  },
  { key: 'course', phone: 'name', title: 'Course', render: (row) => row.course.name },
  {
    key: 'creditMinus',
    title: 'Credit',
    align: 'right',
    className: 'number',
    render: (row) => showCredit(row.creditMinus),
  },
  { key: 'takeBy', title: 'Marked By' },
]

const payer: Column<AttendanceRow> = {
  key: 'walletMember',
  title: 'Wallet',
  stays: 1,
  render: ({ walletMember: { _id, name, wallet } }) => (
    <>
      <MemberLink id={_id} tab="financial">
        {name}
      </MemberLink>
      <div className="muted">{t('holds {n}', { n: showCredit(wallet) })}</div>
    </>
  ),
}

/** Debits the wallet for one case now. */
export function CloseButton({ row }: { row: AttendanceRow }) {
  const close = useCloseCase(row, walletChange)
  return (
    <ReasonButton
      type="link"
      loading={close.sending}
      reason={shortBy(row)}
      may={attendance.closeOutstanding.may}
      aria-label={t('Close case of {day}', { day: showDay(row.classDate) })}
      onClick={close.send}
    >
      {t('Close case')}
    </ReasonButton>
  )
}

/** Debits the wallet for every case it covers, oldest first; not there where it owes for none. */
function CloseAllButton({ member: { _id, name, wallet } }: { member: MemberDetail }) {
  const { data } = useCall(attendance.list, {
    query: { outstanding: true, walletMember: _id, sort: oldestFirst, limit: maxCases },
  })
  const cases = data?.items ?? []
  const { paid, balance } = closable(wallet, cases, ({ creditMinus }) => creditMinus)
  const tellClosed = useClosedNotice()
  const close = useAction(attendance.closeOfWallet, {
    ...useOpenOrders(
      () => ({ members: [_id] }),
      () => (
        <>
          {walletChange(name, wallet, balance)}
          <ClosedCases cases={paid} />
          {paid.length < cases.length &&
            t('{n} left open: the wallet covers no more.', { n: cases.length - paid.length })}
        </>
      ),
    ),
    done: false,
    onDone: tellClosed,
  })
  if (cases.length === 0) return null
  return (
    <ReasonButton
      may={attendance.closeOfWallet.may}
      reason={
        paid.length === 0 &&
        t('The wallet holds {wallet} credits, too few for any case', { wallet: showCredit(wallet) })
      }
      loading={close.sending}
      onClick={() => close.send({ params: { member: _id }, body: { outStanding: false } })}
    >
      {paid.length === 0 || paid.length === cases.length
        ? t('Close all {n}', { n: cases.length })
        : t('Close {n} of {m}', { n: paid.length, m: cases.length })}
    </ReasonButton>
  )
}
