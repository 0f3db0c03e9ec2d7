import type { CardLink } from '@academy/contract/payments/checkout.ts'
import { dateBy, mostReceipts, type Payment, payments } from '@academy/contract/payments/payments.ts'
import { paymentCan, paymentStatus, paymentStatuses } from '@academy/contract/payments/rules.ts'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { MemberFilter } from '../members/index.ts'
import { showCredit, showDay, showInstant, showMoney } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useList } from '../platform/client/list.ts'
import { useCall } from '../platform/client/query.ts'
import { useToday } from '../platform/client/today.ts'
import { Dialog } from '../platform/feedback/Dialog.tsx'
import { useFromXl } from '../platform/shell/appearance.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { DatesFilter, DayRangeFilter, LookupFilter, StateFilter } from '../platform/table/AddressFilters.tsx'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { ListFilters } from '../platform/table/ListFilters.tsx'
import { RowActions } from '../platform/table/RowActions.tsx'
import { type Column, ListTable } from '../platform/table/Table.tsx'
import { ChineseName } from '../ui/first/ChineseName.tsx'
import { RadioGroup } from '../ui/form/Radio.tsx'
import { BulkVerify, type Outcome, OutcomeAlert } from './BulkVerify.tsx'
import { CardLinkButton } from './CardLinkButton.tsx'
import { NumbersAlert } from './NumbersAlert.tsx'
import { OrderDialog } from './OrderOnDemand.tsx'
import { CancelButton, PaymentTag, ReceiptButton, UndoPayment, WithdrawButton } from './PaymentActions.tsx'
import { PaymentPanel } from './PaymentPanel.tsx'
import { PrintButton } from './PrintButton.tsx'
import { OpenRefunds, RefundsNotice } from './Refunds.tsx'
import { useCardLink } from './use-card-link.tsx'
import { VerifyButtons } from './VerifyButtons.tsx'

const notPending = (payment: Payment) =>
  !paymentCan.verify(payment) && t('This payment is {status}', { status: paymentStatus(payment) })
const notDone = (payment: Payment) =>
  !paymentCan.print(payment) && t('Only a payment that is Done has an official receipt')

const notByHand = (payment: Payment) =>
  notPending(payment) || t('A card payment is settled by the card provider, not by hand')

/** Which payments of each type can be chosen, and how they are queried. */
const cashStates = {
  states: paymentStatuses as readonly string[],
  query: (state?: string) => ({ status: state }),
}
const cardStatuses: Record<string, string> = { Pending: 'Pending', Paid: 'Done', Cancelled: 'Cancelled' }
const cardStates = {
  states: ['Pending', 'Paid', 'Failed', 'Cancelled'] as readonly string[],
  query: (state?: string) => (state === 'Failed' ? { failed: true } : { status: state && cardStatuses[state] }),
}

/** The page's own filters, as named in the address. */
const filters = ['state', 'dates', 'from', 'to', 'createdBy', 'coach'] as const

/** Cash payments: verify one or many, reject, cancel, give the receipt; card payments are one filter away. */
export function VerifyPage() {
  const today = useToday()
  const address = useAddress()
  const change = useChangeAddress()
  const cards = useCardLink()
  const isCard = address.type === 'Card'
  const { states, query } = isCard ? cardStates : cashStates
  const state = states.find((one) => one === address.state)
  const isDone = state === 'Done' || state === 'Paid'
  const list = useList(payments.list, {
    status: false,
    query: {
      paymentType: isCard ? 'Direct' : 'Cash',
      sort: address.sort ?? '-dateTime',
      ...query(state),
      dateBy: dateBy.safeParse(address.dates).data,
      startDate: address.from,
      endDate: address.to,
      createdBy: address.createdBy,
      coachReceived: address.coach,
    },
  })
  const isWide = useFromXl()
  const { show, shown } = useShown(list.rows, isWide)
  const docked = isWide && shown !== undefined
  // As it stands once a payment is settled: a search may have come meanwhile, or be on its way.
  const listed = useRef(list)
  listed.current = list
  const onward = () => {
    const rows = listed.current.isOutdated ? [] : listed.current.rows
    show(rows.find((row) => row._id !== shown?._id && paymentCan.verify(row))?._id ?? shown?._id)
  }
  const [ids, setIds] = useState<string[]>([])
  const [ordering, setOrdering] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  // When all listed payments are Done they are chosen for receipts, otherwise for verification.
  const reason = isDone ? notDone : isCard ? notByHand : notPending
  // Rows not visible, or settled meanwhile, are not chosen.
  const chosen = list.rows.filter((row) => ids.includes(row._id) && !reason(row))
  const open = (type: 'Cash' | 'Card') =>
    change({ type: type === 'Card' ? type : undefined, state: undefined, page: undefined })
  const clear = () => change(Object.fromEntries([...filters, 'page'].map((name) => [name, undefined])))
  return (
    <Page
      title="Verify Payment"
      actions={
        <>
          <ReasonButton may={payments.order.may} onClick={() => setOrdering(true)}>
            {t('Create Order')}
          </ReasonButton>
          {isDone ? (
            <PrintButton chosen={chosen} />
          ) : (
            <ReasonButton
              may={payments.receipts.may}
              onClick={() => change({ state: isCard ? 'Paid' : 'Done', page: undefined })}
            >
              {t('Print Receipts')}
            </ReasonButton>
          )}
          {!isCard && (
            <BulkVerify
              chosen={chosen.filter(paymentCan.verify)}
              onDone={(next) => {
                setIds([])
                setOutcome(next)
              }}
            />
          )}
        </>
      }
    >
      <NumbersAlert type="Official Receipt" />
      {outcome && <OutcomeAlert outcome={outcome} onClose={() => setOutcome(undefined)} />}
      {isCard ? <OpenRefunds /> : <RefundsNotice onOpen={() => open('Card')} />}
      <ListFilters list={list} placeholder="Search payer, receipt or order">
        <RadioGroup
          aria-label={t('Payment type')}
          buttons
          value={isCard ? 'Card' : 'Cash'}
          onChange={open}
          options={(['Cash', 'Card'] as const).map((value) => ({ value, label: t(value) }))}
        />
        <StateFilter states={states} />
        <DatesFilter />
        <DayRangeFilter max={today} />
        <MemberFilter
          name="createdBy"
          label="Payer"
          known={list.rows.map(({ createdBy }) => ({ _id: createdBy._id, label: createdBy.name }))}
        />
        <LookupFilter name="coach" resource="coach" label="Coach Received" />
      </ListFilters>
      {isDone && (
        <p className="muted">
          {t('Choose up to {n} payments and print their receipts as one PDF.', { n: mostReceipts })}
        </p>
      )}
      <div className={docked ? 'payment-split docked' : 'payment-split'}>
        <ListTable
          label="Payments"
          list={list}
          onRow={(row) => show(row._id)}
          current={shown?._id}
          emptyHint="Create an order here or on the member’s page."
          clearFilters={filters.some((name) => address[name]) ? clear : undefined}
          selection={{
            selected: chosen.map(({ _id }) => _id),
            onChange: setIds,
            reason,
            label: ({ createdBy, orNo, orderID }) =>
              t('Select {name}, {number}', { name: createdBy.name, number: orNo ?? orderID }),
          }}
          columns={columns}
          actionsWidth={docked ? 66 : 100}
          actions={(row) => <Acts payment={row} onLink={cards.show} isDocked={isWide} />}
        />
        {docked && shown && (
          <PaymentPanel
            key={shown._id}
            payment={shown}
            onClose={() => show('none')}
            onSettled={(stays) => (stays ? show(shown._id) : onward())}
          />
        )}
      </div>
      {!isWide && shown && (
        <Dialog open title={shown.createdBy.name} onClose={() => show(undefined)}>
          <PaymentPanel payment={shown} onSettled={(stays) => show(stays ? shown._id : undefined)} />
        </Dialog>
      )}
      {cards.window}
      <OrderDialog open={ordering} onClose={() => setOrdering(false)} />
    </Page>
  )
}

/** The payment that is shown: `payment` in the address, else the first that waits where there is room for it. */
function useShown(rows: readonly Payment[], isWide: boolean) {
  const { payment } = useAddress()
  const change = useChangeAddress()
  const here = rows.find(({ _id }) => _id === payment)
  const isElsewhere = payment !== undefined && payment !== 'none' && !here
  const { data } = useCall(payments.get, { params: { id: payment ?? '' } }, { enabled: isElsewhere, keep: true })
  const first = isWide && payment === undefined ? rows.find(paymentCan.verify) : undefined
  return { shown: here ?? (isElsewhere ? data : first), show: (id: string | undefined) => void change({ payment: id }) }
}

const columns: Column<Payment>[] = [
  { key: 'receivedAt', title: 'Received', className: 'tight', stays: 2, render: (row) => showInstant(row.receivedAt) },
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
  { key: 'status', title: 'Status', className: 'tight', render: (row) => <PaymentTag payment={row} /> },
  { key: 'orNo', title: 'OR No.', className: 'tight' },
  { key: 'coachReceived', title: 'Coach Received', render: (row) => row.coachReceived?.name ?? '-' },
  { key: 'verifiedAt', title: 'Verified', render: (row) => showInstant(row.verifiedAt) },
  { key: 'verifyBy', title: 'Verified By' },
  { key: 'validUntil', title: 'Valid Until', render: (row) => showDay(row.validUntil) },
  { key: 'orderID', title: 'Order' },
]

interface ActsProps {
  payment: Payment
  onLink: (link: CardLink) => void
  /** The panel beside the list has them in sight. */
  isDocked: boolean
}

function Acts({ payment, onLink, isDocked }: ActsProps) {
  const name = payment.createdBy.name
  if (paymentCan.verify(payment))
    return isDocked ? (
      <RowActions name={name}>
        <VerifyButtons payment={payment} />
      </RowActions>
    ) : (
      <VerifyButtons payment={payment} />
    )
  if (paymentCan.withdraw(payment))
    return (
      <RowActions name={name} act={<CardLinkButton payment={payment} onLink={onLink} />}>
        <WithdrawButton payment={payment} />
      </RowActions>
    )
  if (paymentStatus(payment) === 'Cancelled')
    return (
      <RowActions name={name}>
        <UndoPayment payment={payment} />
      </RowActions>
    )
  // Beside the panel these words would take the room of the names.
  if (!paymentCan.print(payment)) return isDocked ? '-' : <span className="muted">{t('Nothing to do')}</span>
  return (
    <RowActions quiet name={name} act={!isDocked && <ReceiptButton payment={payment} />}>
      {isDocked && <ReceiptButton payment={payment} />}
      {paymentCan.cancel(payment) && <CancelButton payment={payment} />}
      <UndoPayment payment={payment} />
    </RowActions>
  )
}

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
