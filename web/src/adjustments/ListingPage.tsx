import { type Adjustment, adjustments } from '@academy/contract/adjustments/adjustments.ts'
import { adjustmentCan, adjustmentStatuses } from '@academy/contract/adjustments/rules.ts'
import { showSigned } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useList } from '../platform/client/list.ts'
import { useSession } from '../platform/client/session/session.ts'
import { Page } from '../platform/shell/Page.tsx'
import { useAddress } from '../platform/table/address.ts'
import { DayRangeFilter, StateFilter } from '../platform/table/filters/AddressFilters.tsx'
import { ListFilters } from '../platform/table/filters/ListFilters.tsx'
import { ButtonLink } from '../platform/table/rows/EntryActions.tsx'
import { RowActions } from '../platform/table/rows/RowActions.tsx'
import { ListTable } from '../platform/table/Table.tsx'
import { PlusIcon } from '../ui/first/icons.ts'
import {
  AdjustmentTag,
  ApproveButton,
  DeleteButton,
  OtherAdjustment,
  PrintButton,
  UndoAdjustment,
} from './AdjustmentActions.tsx'
import './adjustments.css'

/** Credit adjustment documents: create, approve, print. */
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
        <ButtonLink to="/credit-adjust/create" look="primary" icon={<PlusIcon aria-hidden />}>
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
        emptyHint={status ? t('No document is {status} here.', { status }) : 'Add the first one.'}
        columns={[
          { key: 'doc_no', title: 'Doc No.', className: 'tight' },
          { key: 'date', title: 'Date', className: 'tight', render: (row) => row.date_display },
          {
            key: 'member',
            phone: 'name',
            title: 'Member Name',
            className: 'breaks',
            stays: 2,
            render: (row) => row.member.name,
          },
          {
            key: 'adjustCredit',
            title: 'Adjusted Credit',
            align: 'right',
            className: 'tight',
            stays: 3,
            render: ({ adjustCredit }) => (
              <span className={adjustCredit > 0 ? 'number credit-in' : 'number'}>{showSigned(adjustCredit)}</span>
            ),
          },
          {
            key: 'status',
            title: 'Status',
            className: 'tight',
            render: (row) => (
              <>
                <AdjustmentTag status={row.status} /> <OtherAdjustment adjustment={row} />
              </>
            ),
          },
          { key: 'createdBy', title: 'Created By', className: 'tight' },
          { key: 'approvedBy', title: 'Approved By', className: 'tight' },
          {
            key: 'reason',
            title: 'Reason',
            className: 'giving',
            stays: 1,
            render: ({ reason }) => <div className="cell-text adjustment-reason">{reason}</div>,
          },
        ]}
        actions={(row) => <Acts adjustment={row} />}
      />
    </Page>
  )
}

function Acts({ adjustment }: { adjustment: Adjustment }) {
  const { can } = useSession()
  const edits = can('credit_adjust.edit') && adjustmentCan.edit(adjustment)
  const page: string = `/credit-adjust/edit/${adjustment._id}`
  return (
    <RowActions
      quiet
      name={adjustment.doc_no}
      act={
        <ButtonLink to={page} aria-label={t(edits ? 'Edit {number}' : 'View {number}', { number: adjustment.doc_no })}>
          {t(edits ? 'Edit' : 'View')}
        </ButtonLink>
      }
    >
      <ApproveButton adjustment={adjustment} />
      <PrintButton adjustment={adjustment} />
      {adjustmentCan.undo(adjustment) && <UndoAdjustment adjustment={adjustment} />}
      <DeleteButton adjustment={adjustment} />
    </RowActions>
  )
}
