import { type Refund, refunds } from '@academy/contract/payments/refunds.ts'
import { showAmount, showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useList } from '../platform/client/list.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useAction } from '../platform/client/use-action.ts'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { PageWaiting } from '../platform/shell/Page.tsx'
import { type Column, ListTable } from '../platform/table/Table.tsx'
import { Button } from '../ui/first/Button.tsx'

const columns: Column<Refund>[] = [
  { key: 'createdAt', title: 'Since', render: (row) => showInstant(row.createdAt) },
  { key: 'member', phone: 'name', title: 'Payer', render: (row) => <div className="cell-text">{row.member.name}</div> },
  { key: 'amount', title: 'Amount', align: 'right', render: (row) => showAmount(row) },
  { key: 'provider', title: 'Provider', render: (row) => row.provider },
  { key: 'provider_payment', title: 'Payment at the provider', render: (row) => row.provider_payment },
  { key: 'orderID', title: 'Order', render: ({ payment }) => payment.orNo ?? payment.orderID },
  { key: 'reason', title: 'Reason', render: (row) => <div className="cell-text">{row.reason}</div> },
]

const useOpenRefunds = (enabled: boolean) =>
  useList(refunds.list, { query: { open: true }, status: false, inAddress: false, size: 10, enabled })

/** A hint that refunds are open, where the list itself would be in the way. */
export function RefundsNotice({ onOpen }: { onOpen: () => void }) {
  const { can } = useSession()
  const { total, error } = useOpenRefunds(can(refunds.list.may))
  if (total === 0) return error && <PageWaiting />
  return (
    <p className="refund-due">
      {t(
        total === 1
          ? '{n} refund has to be made at the card provider.'
          : '{n} refunds have to be made at the card provider.',
        {
          n: total,
        },
      )}{' '}
      <Button onClick={onOpen}>{t('Show')}</Button>
    </p>
  )
}

/** Card money to be refunded at the provider; empty without any or without the right to see it. */
export function OpenRefunds({ level = 2 }: { level?: 2 | 3 }) {
  const { can } = useSession()
  const may = can(refunds.list.may)
  const list = useOpenRefunds(may)
  if (list.total === 0 && !list.error) return null
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section aria-labelledby="refunds-title" className="open-refunds">
      <Heading id="refunds-title">{t('Refunds to be made')}</Heading>
      <p className="muted">{t('Give the money back at the card provider, then tick it here.')}</p>
      <ListTable
        label="Refunds to be made"
        list={list}
        columns={columns}
        actions={(row) => <DoneButton refund={row} />}
      />
    </section>
  )
}

function DoneButton({ refund }: { refund: Refund }) {
  const markDone = useAction(refunds.tick, {
    okText: 'Refunded',
    effect: () =>
      t('{amount} to {name}, payment {payment} at {provider}', {
        amount: showAmount(refund),
        name: refund.member.name,
        payment: refund.provider_payment,
        provider: refund.provider,
      }),
  })
  return (
    <ReasonButton
      type="link"
      may={refunds.tick.may}
      loading={markDone.sending}
      onClick={() => markDone.send({ params: { id: refund._id }, body: { done: true } })}
    >
      {t('Tick as refunded')}
    </ReasonButton>
  )
}
