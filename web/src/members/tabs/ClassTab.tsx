import { creditTypeLabels, type Enrolment, enrolments, isTrial } from '@academy/contract/attendance/enrolments.ts'
import type { MemberDetail } from '@academy/contract/members/members.ts'
import { useState } from 'react'
import { showCredit } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useList } from '../../platform/client/list.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { StatusTag } from '../../platform/table/StatusTag.tsx'
import { type Column, ListTable } from '../../platform/table/Table.tsx'
import { PlusIcon } from '../../ui/first/icons.ts'
import { Tag } from '../../ui/first/Tag.tsx'
import { MemberLink } from '../MemberName.tsx'
import { EnrolmentActions } from './EnrolmentActions.tsx'
import { EnrolmentDialog } from './EnrolmentDialog.tsx'

/** Who can be enrolled from this page: the member, or for a parent the children it pays for. */
function studentsOf(member: MemberDetail): { _id: string; name: string }[] {
  if (member.kind !== 'parent') return [member]
  return [...member.children.filter(({ isIndependent, isDisable }) => !isIndependent && !isDisable), member]
}

/** The member's enrolments; for a parent also those of its dependent children. */
export default function ClassTab({ member }: { member: MemberDetail }) {
  const [dialog, setDialog] = useState<{ edited?: Enrolment }>()
  const isFamily = member.kind === 'parent'
  const query = isFamily
    ? [member._id, ...member.children.filter((child) => !child.isIndependent).map(({ _id }) => _id)]
    : [member._id]
  const list = useList(enrolments.list, { query: { member: query }, inAddress: false, status: false })
  return (
    <>
      <div className="tab-buttons">
        <ReasonButton
          type="primary"
          icon={<PlusIcon aria-hidden />}
          may={enrolments.create.may}
          reason={member.isDisable && 'This member is disabled'}
          onClick={() => setDialog({})}
        >
          {t('Add Class')}
        </ReasonButton>
      </div>
      <ListTable
        label="Classes"
        list={list}
        columns={isFamily ? [...columns.slice(0, 1), memberColumn, ...columns.slice(1)] : columns}
        emptyHint="Enroll in the first course with Add Class."
        actions={(row) => <EnrolmentActions enrolment={row} onEdit={() => setDialog({ edited: row })} />}
      />
      <EnrolmentDialog
        open={dialog !== undefined}
        students={studentsOf(member)}
        onClose={() => setDialog(undefined)}
        {...(dialog?.edited ? { edited: dialog.edited } : {})}
      />
    </>
  )
}

type EnrolmentColumn = Column<Enrolment>

const memberColumn: EnrolmentColumn = {
  key: 'member',
  title: 'Member',
  render: ({ member }) => <MemberLink id={member._id}>{member.name}</MemberLink>,
}

const columns: EnrolmentColumn[] = [
  {
    key: 'course',
    title: 'Course',
    render: ({ course }) => <span className="narrow-cell">{course.name}</span>,
  },
  { key: 'creditType', title: 'Credit Type', render: ({ creditType }) => t(creditTypeLabels[creditType]) },
  {
    key: 'credit',
    title: 'Credit',
    align: 'right',
    className: 'number',
    render: ({ credit }) => showCredit(credit),
  },
  {
    key: 'walletMember',
    title: 'Wallet that pays',
    render: ({ walletMember }) => (
      <MemberLink id={walletMember._id} tab="financial">
        {t('{name}, {wallet}', { name: walletMember.name, wallet: showCredit(walletMember.wallet) })}
      </MemberLink>
    ),
  },
  { key: 'remark', title: 'Remark' },
  { key: 'isDisable', title: 'Status', render: (row) => <EnrolmentStatus enrolment={row} /> },
]

function EnrolmentStatus({ enrolment: { isDisable, creditType } }: { enrolment: Enrolment }) {
  if (isDisable && isTrial(creditType)) return <Tag>{t('Trial Done')}</Tag>
  return <StatusTag isDisable={isDisable} />
}
