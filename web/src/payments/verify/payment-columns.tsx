import type { Payment } from '@academy/contract/payments/payments.ts'
import { Link } from '@tanstack/react-router'
import { showCredit, showDay, showInstant, showMoney } from '../../platform/client/dates.ts'
import type { Column } from '../../platform/table/Table.tsx'
import { ChineseName } from '../../ui/first/ChineseName.tsx'
import { PaymentTag } from '../PaymentActions.tsx'
import { Received } from '../Received.tsx'

/** The columns of the payments that are verified. */
export const columns: Column<Payment>[] = [
  {
    key: 'receivedAt',
    title: 'Received',
    className: 'tight',
    stays: 2,
    render: (row) => <Received at={row.receivedAt} />,
  },
  {
    key: 'createdBy',
    title: 'Payer',
    className: 'giving',
    phone: 'name',
    render: (row) => <Payer payment={row} />,
  },
  { key: 'packageTitle', title: 'Package' },
  {
    key: 'amount',
    title: 'Amount',
    className: 'tight',
    align: 'right',
    render: (row) => showMoney(row.amount),
  },
  {
    key: 'creditPurchase',
    title: 'Credit',
    className: 'tight',
    align: 'right',
    stays: 1,
    render: (row) => showCredit(row.creditPurchase),
  },
  {
    key: 'status',
    title: 'Status',
    className: 'tight',
    render: (row) => (
      <div className="payment-status">
        <PaymentTag payment={row} />
      </div>
    ),
  },
  { key: 'orNo', title: 'OR No.', className: 'tight' },
  { key: 'coachReceived', title: 'Coach Received', render: (row) => row.coachReceived?.name ?? '-' },
  { key: 'verifiedAt', title: 'Verified', render: (row) => showInstant(row.verifiedAt) },
  { key: 'verifyBy', title: 'Verified By' },
  { key: 'validUntil', title: 'Valid Until', render: (row) => showDay(row.validUntil) },
  { key: 'orderID', title: 'Order' },
]

/** The payer, and whose classes the credit pays; opens the payment beside the list. */
const Payer = ({ payment: { _id, createdBy } }: { payment: Payment }) => (
  <div className="payment-payer">
    <Link
      to="."
      search={(before: Record<string, unknown>) => ({ ...before, payment: _id })}
      replace
      resetScroll={false}
    >
      {createdBy.name}
    </Link>
    {createdBy.chName && <ChineseName>{createdBy.chName}</ChineseName>}
    {createdBy.children.length > 0 && (
      <span className="muted"> · {createdBy.children.map((child) => child.name).join(', ')}</span>
    )}
  </div>
)
