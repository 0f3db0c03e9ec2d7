import { type Payment, payments } from '@academy/contract/payments/payments.ts'
import { paymentStatus } from '@academy/contract/payments/rules.ts'
import {
  CardLinkButton,
  PaymentTag,
  ReceiptButton,
  UndoPayment,
  useCardLink,
  WithdrawButton,
} from '../../../payments/index.ts'
import { showCredit, showDay, showInstant, showMoney } from '../../../platform/client/dates.ts'
import { t } from '../../../platform/client/i18n.ts'
import { useList } from '../../../platform/client/list.ts'
import { useSession } from '../../../platform/client/session/session.ts'
import { permissionText } from '../../../platform/shell/Guard.tsx'
import { useChangeAddress } from '../../../platform/table/address.ts'
import { RowActions } from '../../../platform/table/rows/RowActions.tsx'
import { type Column, ListTable } from '../../../platform/table/Table.tsx'
import { Button } from '../../../ui/first/Button.tsx'

const columns: Column<Payment>[] = [
  {
    key: 'receivedAt',
    title: 'Received',
    className: 'number',
    stays: 3,
    render: (row) => showInstant(row.receivedAt),
  },
  {
    key: 'verifiedAt',
    title: 'Verified',
    className: 'number',
    render: (row) => showInstant(row.verifiedAt),
  },
  { key: 'status', title: 'Status', render: (row) => <PaymentTag payment={row} /> },
  { key: 'orNo', title: 'Receipt No.', stays: 1 },
  { key: 'orderID', title: 'Order ID' },
  { key: 'packageTitle', phone: 'name', title: 'Package' },
  {
    key: 'creditPurchase',
    title: 'Credit',
    align: 'right',
    className: 'number',
    stays: 2,
    render: (row) => showCredit(row.creditPurchase),
  },
  {
    key: 'amount',
    phone: 'figure',
    title: 'Amount',
    align: 'right',
    className: 'number',
    render: (row) => showMoney(row.amount),
  },
  { key: 'validUntil', title: 'Valid Until', className: 'number', render: (row) => showDay(row.validUntil) },
  { key: 'coachReceived', title: 'Coach Received', render: (row) => row.coachReceived?.name ?? '-' },
]

interface MemberPaymentsProps {
  memberId: string
  /** Only payments still to be paid or verified. */
  onlyOpen?: boolean
  /** The receipt or order number of the payment that a link asked for. */
  highlighted?: string
}

/** The payments into this wallet; without the right to view payments only the pending ones. */
export function MemberPayments({ memberId, highlighted, onlyOpen = false }: MemberPaymentsProps) {
  const { can } = useSession()
  const change = useChangeAddress()
  const may = can(payments.list.may)
  const list = useList(payments.list, {
    query: { createdBy: memberId, searchText: highlighted, status: onlyOpen ? 'Pending' : undefined },
    inAddress: false,
    status: false,
    size: 10,
    enabled: may,
  })
  const cards = useCardLink()
  const showAll = () => change({ payment: undefined, orders: undefined })
  return (
    <section aria-labelledby="payments-title" className="below-list">
      <h2 id="payments-title">{t('Payments')}</h2>
      {highlighted && (
        <p>
          {t('Only {payment} is shown.', { payment: highlighted })} <Button onClick={showAll}>{t('Show all')}</Button>
        </p>
      )}
      {onlyOpen && (
        <p>
          {t('Only open orders are shown.')} <Button onClick={showAll}>{t('Show all')}</Button>
        </p>
      )}
      {may && !can(payments.receipt.may) && (
        <p className="muted">
          {t('Only pending payments are shown. The others need the permission {permission}', {
            permission: permissionText(payments.receipt.may),
          })}
        </p>
      )}
      {may ? (
        <ListTable
          label="Payments"
          list={list}
          columns={columns}
          emptyHint="Buy Package above creates the first one."
          clearFilters={highlighted || onlyOpen ? showAll : undefined}
          actions={(row) =>
            row.paymentType === 'Direct' && paymentStatus(row) === 'Pending' ? (
              <RowActions name={row.orderID} act={<CardLinkButton payment={row} onLink={cards.show} />}>
                <WithdrawButton payment={row} />
              </RowActions>
            ) : (
              <RowActions quiet name={row.orderID} act={<ReceiptButton payment={row} />}>
                {row.isPay && <UndoPayment payment={row} />}
              </RowActions>
            )
          }
        />
      ) : (
        <p className="muted">
          {t('Needs the permission {permission}', { permission: permissionText(payments.list.may) })}
        </p>
      )}
      {cards.window}
    </section>
  )
}
