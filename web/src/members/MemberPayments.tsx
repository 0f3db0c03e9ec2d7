import { type Payment, payments } from '@academy/contract/payments/payments.ts'
import { paymentCan } from '@academy/contract/payments/rules.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { Tag } from 'antd'
import { useState } from 'react'
import { download } from '../kit/client.ts'
import { showCredit, showInstant, showMoney } from '../kit/days.ts'
import { ReasonButton } from '../kit/Guard.tsx'
import { useList } from '../kit/list.ts'
import { notice } from '../kit/notices.tsx'
import { useSession } from '../kit/session.ts'
import { type Column, ListTable } from '../kit/Table.tsx'
import { t } from '../kit/words.ts'

const colors = { Pending: 'warning', Done: 'success', Rejected: 'error', Cancelled: 'default' } as const

const columns: Column<Payment>[] = [
  {
    key: 'dateTime',
    title: 'Date and time',
    sort: true,
    className: 'number',
    render: (row) => showInstant(row.dateTime),
  },
  { key: 'orderID', title: 'Order ID', sort: true },
  { key: 'orNo', title: 'Receipt No.', sort: true },
  { key: 'packageTitle', title: 'Package' },
  {
    key: 'creditPurchase',
    title: 'Credit',
    sort: true,
    align: 'right',
    className: 'number',
    render: (row) => showCredit(row.creditPurchase),
  },
  {
    key: 'amount',
    title: 'Amount',
    sort: true,
    align: 'right',
    className: 'number',
    render: (row) => showMoney(row.amount),
  },
  { key: 'coachReceived', title: 'Coach Received', sort: true, render: (row) => row.coachReceived?.name ?? '-' },
  { key: 'status', title: 'Status', render: ({ status }) => <Tag color={colors[status]}>{t(status)}</Tag> },
]

/** The payments into this wallet; without the right to view payments only those still pending. */
export function MemberPayments({ memberId }: { memberId: string }) {
  const { can } = useSession()
  const may = can(payments.list.may)
  const list = useList(payments.list, {
    query: { createdBy: memberId },
    inAddress: false,
    status: false,
    size: 10,
    enabled: may,
  })
  if (!may) return null
  return (
    <section aria-labelledby="payments-title">
      <h2 id="payments-title">{t('Payments')}</h2>
      <ListTable
        label="Payments"
        list={list}
        columns={columns}
        emptyHint="Buy Package above creates the first one."
        actions={(row) => <ReceiptButton payment={row} />}
      />
    </section>
  )
}

function ReceiptButton({ payment }: { payment: Payment }) {
  const [loading, setLoading] = useState(false)
  async function save() {
    setLoading(true)
    try {
      await download(payments.receipt, { params: { id: payment._id } }, `Official_Receipt_${payment.orNo}.pdf`)
    } catch {
      notice.error('An error occurred while generating the PDF. Please try again later.')
    } finally {
      setLoading(false)
    }
  }
  return (
    <ReasonButton
      type="link"
      icon={<DownloadOutlined aria-hidden />}
      may={payments.receipt.may}
      reason={!paymentCan.print(payment) && 'Only a payment that is Done has an official receipt'}
      loading={loading}
      aria-label={t('Official receipt of {order}', { order: payment.orNo ?? payment.orderID })}
      onClick={save}
    >
      {t('Receipt')}
    </ReasonButton>
  )
}
