import { type AttendanceRow, attendance } from '@academy/contract/attendance/attendance.ts'
import { Tag } from 'antd'
import { shortBy } from '../kit/attendance-effect.ts'
import { showCredit, showDay } from '../kit/days.ts'
import { ReasonButton } from '../kit/Guard.tsx'
import { ListFilters } from '../kit/ListFilters.tsx'
import { useList } from '../kit/list.ts'
import { Page } from '../kit/Page.tsx'
import { useSend } from '../kit/send.ts'
import { ListTable } from '../kit/Table.tsx'
import { t } from '../kit/words.ts'

/** Classes attended that no credit has paid for yet, oldest first. */
export function OutstandingPage() {
  const list = useList(attendance.list, { query: { outstanding: true }, status: false })
  return (
    <Page title="Outstanding Credit">
      <ListFilters list={list} placeholder="Search member or course" />
      <ListTable
        label="Outstanding Credit"
        list={list}
        emptyHint="No class is waiting to be paid for."
        columns={[
          { key: 'classDate', title: 'Class Date', sort: true, render: (row) => showDay(row.classDate) },
          {
            key: 'member',
            title: 'Member',
            sort: true,
            render: ({ member }) => `${member.name} ${member.chName ?? ''}`,
          },
          { key: 'course', title: 'Course', sort: true, render: (row) => row.course.name },
          { key: 'creditMinus', title: 'Credit', sort: true, align: 'right' },
          {
            key: 'payer',
            title: 'Wallet',
            render: ({ walletMember }) => `${walletMember.name}: ${showCredit(walletMember.wallet)}`,
          },
          { key: 'takeBy', title: 'Marked By', sort: true },
          {
            key: 'outStanding',
            title: 'Status',
            render: (row) => (
              <Tag color={row.outStanding ? 'error' : 'success'}>{t(row.outStanding ? 'Outstanding' : 'Paid')}</Tag>
            ),
          },
        ]}
        actions={(row) => <CloseButton row={row} />}
      />
    </Page>
  )
}

function CloseButton({ row }: { row: AttendanceRow }) {
  const { wallet, name } = row.walletMember
  const close = useSend(attendance.closeOutstanding, {
    effect: () => t('{name}: wallet {from} -> {to}', { name, from: wallet, to: wallet - row.creditMinus }),
  })
  return (
    <ReasonButton
      type="link"
      loading={close.sending}
      reason={shortBy(row)}
      may={attendance.closeOutstanding.may}
      onClick={() => close.send({ params: { id: row._id }, body: { outStanding: false } })}
    >
      {t('Close Outstanding Case')}
    </ReasonButton>
  )
}
