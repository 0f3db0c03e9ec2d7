import { type AttendanceRow, attendance, attendanceMessages } from '@academy/contract/attendance/attendance.ts'
import { closable } from '@academy/contract/wallet/rules.ts'
import { useState } from 'react'
import { useOpenOrders } from '../payments/index.ts'
import { showCredit, showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useList } from '../platform/client/list.ts'
import { useAction } from '../platform/client/use-action.ts'
import { listedChange } from '../platform/client/wallet-change.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Page, PageWaiting } from '../platform/shell/Page.tsx'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { DayRangeFilter } from '../platform/table/filters/AddressFilters.tsx'
import { ListFilters } from '../platform/table/filters/ListFilters.tsx'
import { type Column, ListTable } from '../platform/table/Table.tsx'
import { Button } from '../ui/first/Button.tsx'
import { CloseIcon } from '../ui/first/icons.ts'
import { Tag } from '../ui/first/Tag.tsx'
import { ClosedCases } from './AttendanceChange.tsx'
import { shortBy } from './attendance-effect.ts'
import { useClosedNotice } from './closed-notice.ts'
import { identityFacts } from './identity.ts'
import { FollowUps, useFollowUps } from './newcomers/FollowUps.tsx'
import { useCloseCase } from './use-close-case.tsx'

/** Classes attended that no credit has paid for yet, oldest first. */
export function OutstandingPage() {
  const { attendedOrPaidBy, from, to } = useAddress()
  const change = useChangeAddress()
  const query = { outstanding: true, attendedOrPaidBy, startDate: from, endDate: to }
  const list = useList(attendance.list, { query, status: false })
  const ofAll = () => change({ attendedOrPaidBy: undefined, page: undefined })
  const clear = () => change({ attendedOrPaidBy: undefined, from: undefined, to: undefined, page: undefined })
  const only = list.rows
    .flatMap(({ member, walletMember }) => [member, walletMember])
    .find(({ _id }) => _id === attendedOrPaidBy)
  // They stand above the list, which is not to be pushed down by them.
  const followUps = useFollowUps()
  const [ids, setIds] = useState<string[]>([])
  const covered = list.rows.filter((row) => !shortBy(row))
  // Cases not visible, or closed meanwhile, are not chosen.
  const chosen = covered.filter(({ _id }) => ids.includes(_id))
  return (
    <Page
      title="Outstanding Credit"
      actions={
        <>
          <ReasonButton
            reason={covered.length === 0 && 'No wallet on this page covers a case.'}
            onClick={() => setIds(covered.map(({ _id }) => _id))}
          >
            {t('Select Covered')}
          </ReasonButton>
          <CloseSelected chosen={chosen} onDone={() => setIds([])} />
        </>
      }
    >
      {!followUps.data ? (
        <>
          {/* The place of the filters: on a phone the act of the page is below already. */}
          <div className="list-filters" />
          <PageWaiting />
        </>
      ) : (
        <>
          <FollowUps />
          <ListFilters list={list} placeholder="Search member, wallet or course">
            <DayRangeFilter label="Class Date" />
            {attendedOrPaidBy && (
              <Button icon={<CloseIcon />} onClick={ofAll}>
                {t('Only: {what}', { what: only?.name ?? t('one member') })}
              </Button>
            )}
          </ListFilters>
          <ListTable
            label="Outstanding Credit"
            list={list}
            emptyHint="No class is waiting to be paid for."
            clearFilters={attendedOrPaidBy || from || to ? clear : undefined}
            selection={{
              selected: chosen.map(({ _id }) => _id),
              onChange: setIds,
              reason: shortBy,
              label: (row) => t('Select {name}, {number}', { name: row.member.name, number: classOf(row) }),
            }}
            columns={columns}
            actions={(row) => <CloseButton row={row} />}
          />
        </>
      )}
    </Page>
  )
}

const classOf = ({ course, classDate }: AttendanceRow) => `${course.name}, ${showDay(classDate)}`

const TwoLines = ({ first, second }: { first: string; second: string | null | undefined }) => (
  <>
    {first}
    {second && (
      <>
        <br />
        <span className="muted">{second}</span>
      </>
    )}
  </>
)

const columns: Column<AttendanceRow>[] = [
  { key: 'classDate', title: 'Class Date', stays: 2, render: (row) => showDay(row.classDate) },
  {
    key: 'member',
    phone: 'name',
    title: 'Member',
    render: ({ member }) => (
      <TwoLines
        first={member.chName ? `${member.name} ${member.chName}` : member.name}
        second={identityFacts(member).join(', ')}
      />
    ),
  },
  { key: 'course', title: 'Course', render: (row) => row.course.name },
  { key: 'creditMinus', title: 'Credit', align: 'right', render: (row) => showCredit(row.creditMinus) },
  {
    key: 'walletMember',
    stays: 1,
    title: 'Wallet',
    render: ({ walletMember: { name, wallet } }) => (
      <TwoLines first={name} second={t('holds {n}', { n: showCredit(wallet) })} />
    ),
  },
  { key: 'takeBy', title: 'Marked By' },
  {
    key: 'outStanding',
    title: 'Status',
    render: (row) => (
      <Tag color={row.outStanding ? 'error' : 'success'}>{t(row.outStanding ? 'Outstanding' : 'Paid')}</Tag>
    ),
  },
]

/** Which of the chosen cases each wallet can pay, oldest first. */
function paidBy(chosen: readonly AttendanceRow[]) {
  const oldestFirst = chosen.toSorted(
    (one, other) => one.classDate.localeCompare(other.classDate) || one._id.localeCompare(other._id),
  )
  return [...Map.groupBy(oldestFirst, ({ walletMember }) => walletMember._id)].map(([_id, cases]) => {
    const { name = '', wallet = 0 } = cases[0]?.walletMember ?? {}
    return { _id, name, wallet, cases: cases.length, ...closable(wallet, cases, ({ creditMinus }) => creditMinus) }
  })
}

function CloseSelected({ chosen, onDone }: { chosen: AttendanceRow[]; onDone: () => void }) {
  const wallets = paidBy(chosen)
  const tellClosed = useClosedNotice()
  const close = useAction(attendance.closeSeveral, {
    ...useOpenOrders(
      () => ({ members: wallets.map(({ _id }) => _id) }),
      () => (
        <ul className="effect-list">
          {wallets.map(({ _id, name, wallet, balance, paid, cases }) => (
            <li key={_id}>
              {listedChange(name, wallet, balance)}
              {paid.length < cases && `, ${t('{n} left open', { n: cases - paid.length })}`}
              <ClosedCases cases={paid} />
            </li>
          ))}
        </ul>
      ),
    ),
    done: false,
    onDone: ({ closed, failed, settlement }) => {
      tellClosed({ closed: closed.length, left: failed.length, settlement })
      onDone()
    },
  })
  return (
    <ReasonButton
      type="primary"
      may={attendance.closeSeveral.may}
      reason={chosen.length === 0 && attendanceMessages.selectCase}
      loading={close.sending}
      onClick={() => close.send({ body: { ids: chosen.map(({ _id }) => _id) } })}
    >
      {chosen.length === 0 ? t('Close Selected') : t('Close Selected ({n})', { n: chosen.length })}
    </ReasonButton>
  )
}

function CloseButton({ row }: { row: AttendanceRow }) {
  const close = useCloseCase(row, listedChange)
  return (
    <ReasonButton
      type="link"
      loading={close.sending}
      reason={shortBy(row)}
      may={attendance.closeOutstanding.may}
      aria-label={t('Close Outstanding Case: {name}, {number}', { name: row.member.name, number: classOf(row) })}
      onClick={close.send}
    >
      {t('Close Outstanding Case')}
    </ReasonButton>
  )
}
