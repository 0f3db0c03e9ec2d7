import { dateBy, mostReceipts, type Payment, payments } from '@academy/contract/payments/payments.ts'
import { paymentCan } from '@academy/contract/payments/rules.ts'
import { useRef, useState } from 'react'
import { MemberFilter } from '../../members/index.ts'
import { t } from '../../platform/client/i18n.ts'
import { useList } from '../../platform/client/list.ts'
import { useCall } from '../../platform/client/query.ts'
import { useToday } from '../../platform/client/today.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { useFromXl } from '../../platform/shell/appearance.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { Page } from '../../platform/shell/Page.tsx'
import { useAddress, useChangeAddress, useReadAddress } from '../../platform/table/address.ts'
import { DatesFilter, DayRangeFilter, LookupFilter, StateFilter } from '../../platform/table/filters/AddressFilters.tsx'
import { ListFilters } from '../../platform/table/filters/ListFilters.tsx'
import { ListTable } from '../../platform/table/Table.tsx'
import { RadioGroup } from '../../ui/form/Radio.tsx'
import { NumbersAlert } from '../NumbersAlert.tsx'
import { OrderDialog } from '../OrderOnDemand.tsx'
import { PrintButton } from '../PrintButton.tsx'
import { OpenRefunds, RefundsNotice } from '../Refunds.tsx'
import { useCardLink } from '../use-card-link.tsx'
import { Acts } from './Acts.tsx'
import { BulkVerify, type Outcome, OutcomeAlert } from './BulkVerify.tsx'
import { PaymentPanel } from './PaymentPanel.tsx'
import { columns } from './payment-columns.tsx'
import { statesOf } from './states.ts'

/** The page's own filters, as named in the address. */
const filters = ['state', 'dates', 'from', 'to', 'createdBy', 'coach'] as const

/** Cash payments: verify one or many, reject, cancel, give the receipt; card payments are one filter away. */
export function VerifyPage() {
  const address = useAddress()
  const change = useChangeAddress()
  const cards = useCardLink()
  const { isCard, isDone, query, reason, states } = statesOf(address.type, address.state)
  const list = usePayments(isCard, query)
  const isWide = useFromXl()
  const { show, shown } = useShown(list.rows, isWide)
  const docked = isWide && shown !== undefined
  const onward = useOnward(list, shown, show)
  const readAddress = useReadAddress()
  /** Goes on from a payment, unless another was chosen meanwhile, or this one was closed. */
  function goOn(from: Payment, on: () => void) {
    const { payment = isWide ? from._id : undefined } = readAddress()
    if (payment === from._id) on()
  }
  const [ids, setIds] = useState<string[]>([])
  const [ordering, setOrdering] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
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
          {isDone ? <PrintButton chosen={chosen} /> : <ToReceipts isCard={isCard} />}
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
      <Filters list={list} isCard={isCard} states={states} onType={open} />
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
            onSettled={(stays) => goOn(shown, stays ? () => show(shown._id) : onward)}
            onLink={cards.show}
          />
        )}
      </div>
      {!isWide && shown && (
        <Dialog open title={shown.createdBy.name} onClose={() => show(undefined)}>
          <PaymentPanel
            payment={shown}
            onSettled={(stays) => goOn(shown, () => show(stays ? shown._id : undefined))}
            onLink={cards.show}
          />
        </Dialog>
      )}
      {cards.window}
      <OrderDialog open={ordering} onClose={() => setOrdering(false)} />
    </Page>
  )
}

/** The payments of a type as the address filters them. */
function usePayments(isCard: boolean, query: { status?: string; failed?: boolean }) {
  const address = useAddress()
  return useList(payments.list, {
    status: false,
    query: {
      paymentType: isCard ? 'Direct' : 'Cash',
      sort: address.sort ?? '-dateTime',
      ...query,
      dateBy: dateBy.safeParse(address.dates).data,
      startDate: address.from,
      endDate: address.to,
      createdBy: address.createdBy,
      coachReceived: address.coach,
    },
  })
}

type PaymentList = ReturnType<typeof usePayments>

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

/** Shows the next payment that waits. */
function useOnward(list: PaymentList, shown: Payment | undefined, show: (id: string | undefined) => void) {
  // As it stands once a payment is settled: a search may have come meanwhile, or be on its way.
  const listed = useRef(list)
  listed.current = list
  return () => {
    const rows = listed.current.isOutdated ? [] : listed.current.rows
    show(rows.find((row) => row._id !== shown?._id && paymentCan.verify(row))?._id ?? shown?._id)
  }
}

/** Lists the payments that have a receipt, to choose from. */
function ToReceipts({ isCard }: { isCard: boolean }) {
  const change = useChangeAddress()
  return (
    <ReasonButton
      may={payments.receipts.may}
      onClick={() => change({ state: isCard ? 'Paid' : 'Done', page: undefined })}
    >
      {t('Print Receipts')}
    </ReasonButton>
  )
}

interface FiltersProps {
  list: PaymentList
  isCard: boolean
  states: readonly string[]
  onType: (type: 'Cash' | 'Card') => void
}

function Filters({ list, isCard, states, onType }: FiltersProps) {
  const today = useToday()
  return (
    <ListFilters list={list} placeholder="Search payer, receipt or order">
      <RadioGroup
        aria-label={t('Payment type')}
        buttons
        value={isCard ? 'Card' : 'Cash'}
        onChange={onType}
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
  )
}
