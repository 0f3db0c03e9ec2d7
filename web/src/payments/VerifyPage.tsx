import { type Payment, payments } from '@academy/contract/payments/payments.ts'
import { paymentCan, paymentStatus, paymentStatuses } from '@academy/contract/payments/rules.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useAddress, useChangeAddress } from '../kit/address.ts'
import { today } from '../kit/config.ts'
import { showCredit, showDay, showInstant, showMoney } from '../kit/days.ts'
import { ReasonButton } from '../kit/Guard.tsx'
import { DayRangeInput } from '../kit/inputs.tsx'
import { ListFilters } from '../kit/ListFilters.tsx'
import { LookupSelect } from '../kit/LookupSelect.tsx'
import { useList } from '../kit/list.ts'
import { notice } from '../kit/notices.tsx'
import { OrderDialog } from '../kit/OrderDialog.tsx'
import { Page } from '../kit/Page.tsx'
import { CancelButton, PaymentTag, ReceiptButton, VerifyButtons } from '../kit/PaymentActions.tsx'
import { useSend } from '../kit/send.ts'
import { ListTable } from '../kit/Table.tsx'
import { t } from '../kit/words.ts'

const reasonNotToChoose = (payment: Payment) =>
  !paymentCan.verify(payment) && t('This payment is {status}', { status: paymentStatus(payment) })

/** Cash payments: verify one or many, reject, cancel, hand over the receipt. */
export function VerifyPage() {
  const address = useAddress()
  const status = paymentStatuses.find((one) => one === address.state)
  const list = useList(payments.list, {
    status: false,
    query: {
      paymentType: 'Cash',
      sort: address.sort ?? '-dateTime',
      status,
      startDate: address.from,
      endDate: address.to,
      createdBy: address.createdBy,
      coachReceived: address.coach,
    },
  })
  const [chosen, setChosen] = useState<Payment[]>([])
  const [ordering, setOrdering] = useState(false)
  return (
    <Page
      title="Verify Payment"
      actions={
        <>
          <ReasonButton may={payments.order.may} onClick={() => setOrdering(true)}>
            {t('Create Order')}
          </ReasonButton>
          <BulkVerify chosen={chosen} onDone={() => setChosen([])} />
        </>
      }
    >
      <ListFilters list={list} placeholder="Search payer, receipt or order">
        <Filters />
      </ListFilters>
      <ListTable
        label="Payments"
        list={list}
        emptyHint={
          status ? t('No payment is {status} here.', { status }) : 'Create an order here or on the member’s page.'
        }
        selection={{
          selected: chosen.map(({ _id }) => _id),
          onChange: (_ids, rows) => setChosen(rows),
          reason: reasonNotToChoose,
        }}
        columns={[
          { key: 'dateTime', title: 'Date', sort: true, render: (row) => showInstant(row.dateTime) },
          { key: 'createdBy', title: 'Payer', sort: true, render: ({ createdBy }) => <Payer {...createdBy} /> },
          { key: 'packageTitle', title: 'Package' },
          { key: 'amount', title: 'Amount', sort: true, align: 'right', render: (row) => showMoney(row.amount) },
          {
            key: 'creditPurchase',
            title: 'Credit',
            sort: true,
            align: 'right',
            render: (row) => showCredit(row.creditPurchase),
          },
          { key: 'status', title: 'Status', render: (row) => <PaymentTag payment={row} /> },
          { key: 'orNo', title: 'OR No.', sort: true },
          {
            key: 'coachReceived',
            title: 'Coach Received',
            sort: true,
            render: (row) => row.coachReceived?.name ?? '-',
          },
          { key: 'verifyBy', title: 'Verified By' },
          { key: 'expired_date', title: 'Valid Until', render: (row) => showDay(row.expired_date) },
          { key: 'orderID', title: 'Order', sort: true },
        ]}
        actions={(row) => <RowActions payment={row} />}
      />
      <OrderDialog open={ordering} onClose={() => setOrdering(false)} />
    </Page>
  )
}

function RowActions({ payment }: { payment: Payment }) {
  if (paymentCan.verify(payment)) return <VerifyButtons payment={payment} />
  if (!paymentCan.print(payment)) return <span className="muted">{t('Nothing to do')}</span>
  return (
    <>
      <ReceiptButton payment={payment} />
      {paymentCan.cancel(payment) && <CancelButton payment={payment} />}
    </>
  )
}

function Payer({ name, chName, children }: Payment['createdBy']) {
  return (
    <div className="cell-text">
      <div>
        {name} {chName}
      </div>
      {children.length > 0 && <div className="muted">{children.map((child) => child.name).join(', ')}</div>}
    </div>
  )
}

function Filters() {
  const address = useAddress()
  const change = useChangeAddress()
  const { from, to } = address
  return (
    <>
      <Select
        aria-label={t('Status')}
        value={address.state ?? 'All'}
        onChange={(state) => change({ state: state === 'All' ? undefined : state, page: undefined })}
        options={['All', ...paymentStatuses].map((value) => ({ value, label: t(value) }))}
      />
      <div className="filter-range">
        <DayRangeInput
          aria-label={t('Date')}
          value={from && to ? [from, to] : null}
          max={today()}
          onChange={(range) => change({ from: range?.[0], to: range?.[1], page: undefined })}
        />
      </div>
      <LookupSelect
        resource="coach"
        aria-label={t('Coach Received')}
        placeholder={t('Coach Received')}
        value={address.coach ?? null}
        onChange={(id) => change({ coach: id ?? undefined, page: undefined })}
      />
    </>
  )
}

function BulkVerify({ chosen, onDone }: { chosen: Payment[]; onDone: () => void }) {
  const credit = chosen.reduce((sum, payment) => sum + payment.creditPurchase, 0)
  const verify = useSend(payments.verifyMany, {
    okText: 'Verify',
    effect: () => t('{n} payments, {credit} credits in all', { n: chosen.length, credit: showCredit(credit) }),
    done: ({ verified, failed }) =>
      failed.length === 0 ? 'Verified' : t('Verified {n}. Not verified: {m}', { n: verified.length, m: failed.length }),
    onDone: ({ failed }) => {
      for (const { _id, message } of failed) {
        const payer = chosen.find((payment) => payment._id === _id)?.createdBy.name
        notice.warning(`${payer ?? ''}: ${message}`)
      }
      onDone()
    },
  })
  const start = () =>
    chosen.length === 0
      ? notice.warning('Please select at least one payment')
      : verify.send({ body: { ids: chosen.map(({ _id }) => _id) } })
  return (
    <ReasonButton type="primary" may={payments.verifyMany.may} loading={verify.sending} onClick={start}>
      {chosen.length > 0 ? t('Verify Selected ({n})', { n: chosen.length }) : t('Verify Selected')}
    </ReasonButton>
  )
}
