import { type AttendanceRow, attendance } from '@academy/contract/attendance/attendance.ts'
import type { MemberDetail } from '@academy/contract/members/members.ts'
import { useState } from 'react'
import { AttendanceChange, identityFacts } from '../../attendance/index.ts'
import { useOpenOrders } from '../../payments/index.ts'
import { showCredit, showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useList } from '../../platform/client/list.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { LookupSelect } from '../../platform/form/LookupSelect.tsx'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { FilterDays } from '../../platform/table/filters/DayFilters.tsx'
import { RowActions } from '../../platform/table/rows/RowActions.tsx'
import { type Column, ListTable } from '../../platform/table/Table.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { DeleteIcon } from '../../ui/first/icons.ts'
import { Tag } from '../../ui/first/Tag.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { MemberLink } from '../MemberName.tsx'
import { AttendanceDialog } from './AttendanceDialog.tsx'
import { CloseButton } from './OutstandingCases.tsx'

interface Filters {
  days: [string, string] | null
  course: string | null
  status: 'P' | 'A' | null
}

const noFilters: Filters = { days: null, course: null, status: null }

/** The classes the member was marked in; for a parent also the children's. */
export default function AttendanceTab({ member }: { member: MemberDetail }) {
  const [edited, setEdited] = useState<AttendanceRow>()
  const [filters, setFilters] = useState(noFilters)
  const { days, course, status } = filters
  const isFamily = member.kind === 'parent'
  const list = useList(attendance.list, {
    query: {
      member: [member._id, ...member.children.map(({ _id }) => _id)],
      startDate: days?.[0],
      endDate: days?.[1],
      course: course ?? undefined,
      status: status ?? undefined,
    },
    inAddress: false,
    status: false,
  })

  function filter(part: Partial<Filters>) {
    setFilters({ ...filters, ...part })
    list.change({ page: 1 })
  }

  // The current record: the list may be read again while its dialog is open.
  const record = edited && (list.rows.find(({ _id }) => _id === edited._id) ?? edited)
  const isFiltered = days !== null || course !== null || status !== null
  return (
    <>
      <search className="ledger-filters">
        <div className="ledger-days">
          <label htmlFor="attendance-days" className="visually-hidden">
            {t('From')}
          </label>
          <FilterDays id="attendance-days" value={days} onChange={(range) => filter({ days: range })} />
        </div>
        <LookupSelect
          all
          resource="course"
          aria-label={t('Course')}
          placeholder={t('Course')}
          value={course}
          onChange={(id) => filter({ course: id })}
        />
        <Select
          clearable
          aria-label={t('Status')}
          placeholder={t('Status')}
          value={status}
          options={[
            { value: 'P', label: t('Present') },
            { value: 'A', label: t('Absent') },
          ]}
          onChange={(chosen: 'P' | 'A' | undefined) => filter({ status: chosen ?? null })}
        />
        {isFiltered && <Button onClick={() => filter(noFilters)}>{t('Clear')}</Button>}
      </search>
      <ListTable
        label="Attendance Records"
        list={list}
        columns={isFamily ? [dateColumn, memberColumn, ...columns] : [dateColumn, ...columns]}
        emptyHint={
          isFiltered
            ? 'No record matches. Clear shows them all.'
            : 'A record appears here once the attendance of a class is taken.'
        }
        actions={(row) => {
          const edit = (
            <ReasonButton
              type="text"
              may={attendance.update.may}
              aria-label={t('Edit attendance of {day}', { day: showDay(row.classDate) })}
              onClick={() => setEdited(row)}
            >
              {t('Edit')}
            </ReasonButton>
          )
          return (
            <RowActions name={showDay(row.classDate)} act={row.outStanding ? <CloseButton row={row} /> : edit}>
              {row.outStanding && edit}
              <RemoveButton row={row} />
            </RowActions>
          )
        }}
      />
      <AttendanceDialog record={record} onClose={() => setEdited(undefined)} />
    </>
  )
}

const dateColumn: Column<AttendanceRow> = {
  key: 'classDate',
  title: 'Date',
  className: 'number',
  stays: 4,
  render: (row) => showDay(row.classDate),
}

const memberColumn: Column<AttendanceRow> = {
  key: 'member',
  title: 'Member',
  stays: 5,
  render: ({ member }) => (
    <>
      <MemberLink id={member._id} tab="attendance">
        {member.name}
      </MemberLink>
      <div className="muted">{identityFacts({ ...member, parents: [] }).join(', ')}</div>
    </>
  ),
}

const columns: Column<AttendanceRow>[] = [
  { key: 'course', phone: 'name', title: 'Class', render: (row) => row.course.name },
  { key: 'status', title: 'Status', render: (row) => <AttendanceTag record={row} /> },
  { key: 'checkInTime', title: 'Check-in', className: 'number', stays: 1 },
  { key: 'checkOutTime', title: 'Check-out', className: 'number' },
  {
    key: 'creditMinus',
    title: 'Credit',
    align: 'right',
    className: 'number',
    stays: 3,
    render: (row) => showCredit(row.creditMinus),
  },
  { key: 'walletMember', title: 'Wallet that paid', stays: 2, render: (row) => <PaidBy record={row} /> },
  { key: 'takeBy', title: 'Marked By' },
]

function AttendanceTag({ record: { status, outStanding } }: { record: AttendanceRow }) {
  if (status === 'A') return <Tag>{t('Absent')}</Tag>
  return outStanding ? <Tag color="error">{t('Oustanding')}</Tag> : <Tag color="success">{t('Present')}</Tag>
}

function PaidBy({ record: { outStanding, creditMinus, walletMember } }: { record: AttendanceRow }) {
  if (creditMinus === 0) return '-'
  const link = (
    <MemberLink id={walletMember._id} tab="financial">
      {walletMember.name}
    </MemberLink>
  )
  return outStanding ? (
    <>
      {t('not yet')}, {link}
    </>
  ) : (
    link
  )
}

function RemoveButton({ row }: { row: AttendanceRow }) {
  const remove = useAction(attendance.remove, {
    danger: true,
    okText: 'Delete',
    ...useOpenOrders(
      () => ({ members: [row.walletMember._id] }),
      () => <AttendanceChange row={row} next="deleted" />,
    ),
  })
  return (
    <ReasonButton
      type="text"
      danger
      icon={<DeleteIcon aria-hidden />}
      may={attendance.remove.may}
      loading={remove.sending}
      aria-label={t('Delete attendance of {day}', { day: showDay(row.classDate) })}
      onClick={() => remove.send({ params: { id: row._id } })}
    >
      {t('Delete')}
    </ReasonButton>
  )
}
