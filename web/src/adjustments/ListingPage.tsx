import { type Adjustment, adjustments } from '@academy/contract/adjustments/adjustments.ts'
import { adjustmentCan, adjustmentStatuses } from '@academy/contract/adjustments/rules.ts'
import { EditOutlined, EyeOutlined, PlusOutlined } from '@ant-design/icons'
import { DayRangeFilter, StateFilter } from '../kit/AddressFilters.tsx'
import { useAddress } from '../kit/address.ts'
import { showSigned } from '../kit/days.ts'
import { ButtonLink } from '../kit/EntryActions.tsx'
import { ListFilters } from '../kit/ListFilters.tsx'
import { useList } from '../kit/list.ts'
import { Page } from '../kit/Page.tsx'
import { useSession } from '../kit/session.ts'
import { ListTable } from '../kit/Table.tsx'
import { t } from '../kit/words.ts'
import { AdjustmentTag, ApproveButton, DeleteButton, PrintButton } from './AdjustmentActions.tsx'
import './adjustments.css'

/** Credit adjustment documents: write down, approve, print. */
export function ListingPage() {
  const address = useAddress()
  const status = adjustmentStatuses.find((one) => one === address.state)
  const list = useList(adjustments.list, {
    status: false,
    query: { status, startDate: address.from, endDate: address.to },
  })
  return (
    <Page
      title="Credit Adjustment"
      actions={
        // Shown to everybody; the server decides.
        <ButtonLink to="/credit-adjust/create" look="primary" icon={<PlusOutlined aria-hidden />}>
          {t('Add')}
        </ButtonLink>
      }
    >
      <ListFilters list={list} placeholder="Search number, member or reason">
        <StateFilter states={adjustmentStatuses} />
        <DayRangeFilter format="YYYY/MM/DD" />
      </ListFilters>
      <ListTable
        label="Credit Adjustment"
        list={list}
        emptyHint={status ? t('No document is {status} here.', { status }) : 'Add the first one with the button above.'}
        columns={[
          { key: 'doc_no', title: 'Doc No.', className: 'nowrap' },
          { key: 'date', title: 'Date', className: 'nowrap', render: (row) => row.date_display },
          { key: 'member', title: 'Member Name', className: 'breaks', render: (row) => row.member.name },
          {
            key: 'adjustCredit',
            title: 'Adjusted Credit',
            align: 'right',
            render: ({ adjustCredit }) => (
              <span className={`number ${adjustCredit > 0 ? 'credit-in' : 'credit-out'}`}>
                {showSigned(adjustCredit)}
              </span>
            ),
          },
          { key: 'status', title: 'Status', render: (row) => <AdjustmentTag status={row.status} /> },
          { key: 'createdBy', title: 'Created By' },
          { key: 'approvedBy', title: 'Approved By' },
          {
            key: 'reason',
            title: 'Reason',
            render: ({ reason }) => <div className="cell-text adjustment-reason">{reason}</div>,
          },
        ]}
        actions={(row) => <RowActions adjustment={row} />}
      />
    </Page>
  )
}

function RowActions({ adjustment }: { adjustment: Adjustment }) {
  const { can } = useSession()
  const edits = can('credit_adjust.edit') && adjustmentCan.edit(adjustment)
  const page: string = `/credit-adjust/edit/${adjustment._id}`
  return (
    <>
      <ButtonLink
        to={page}
        look="link"
        icon={edits ? <EditOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
        aria-label={t(edits ? 'Edit {number}' : 'View {number}', { number: adjustment.doc_no })}
      >
        {t(edits ? 'Edit' : 'View')}
      </ButtonLink>
      <ApproveButton adjustment={adjustment} />
      <PrintButton adjustment={adjustment} />
      <DeleteButton adjustment={adjustment} />
    </>
  )
}
