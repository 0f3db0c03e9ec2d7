/**
 * A payment's status and actions: cancel, withdraw, receipt; VerifyButtons.tsx has verify and reject. `paymentCan` in the contract says which state allows
 * which action, for the screen and for the server's 409.
 */
import { checkout } from '@academy/contract/payments/checkout.ts'
import { type Payment, payments } from '@academy/contract/payments/payments.ts'
import { type PaymentEffect, paymentPreview } from '@academy/contract/payments/preview.ts'
import {
  type PaymentFlags,
  type PaymentStatus,
  paymentCan,
  paymentStatus,
  undoProblem,
} from '@academy/contract/payments/rules.ts'
import { useRef } from 'react'
import { call } from '../platform/client/client.ts'
import { showAmount, showCredit, showDay, showMoney } from '../platform/client/dates.ts'
import { useDownload } from '../platform/client/downloads/use-download.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { WalletUndo } from '../platform/feedback/UndoButton.tsx'
import { ReasonButton } from '../platform/shell/Guard.tsx'
import { Tag, type TagColor } from '../ui/first/Tag.tsx'
import { Input } from '../ui/form/Input.tsx'
import { OpenOrdersLine } from './OpenOrders.tsx'

const colours: Record<PaymentStatus, TagColor> = {
  Pending: 'warning',
  Done: 'success',
  Rejected: 'error',
  Cancelled: 'default',
}

export const PaymentTag = ({ payment }: { payment: PaymentFlags & Pick<Payment, 'cancelReason' | 'card'> }) => {
  const status = paymentStatus(payment)
  return (
    <>
      <Tag color={colours[status]}>{t(status)}</Tag>
      {payment.cancelReason && <div className="muted cell-text">{payment.cancelReason}</div>}
      {payment.card?.problem && <div className="muted cell-text">{payment.card.problem}</div>}
      {Boolean(payment.card?.openRefunds) && <div className="cell-text refund-due">{t('Refund to be made')}</div>}
    </>
  )
}

const ReasonInput = ({ onChange }: { onChange: (typed: string) => void }) => (
  <Input
    aria-label={t('Reason')}
    placeholder={t('Reason (optional)')}
    maxLength={200}
    onChange={(event) => onChange(event.target.value)}
  />
)

/** What the server says a cancellation would do. */
function CancelEffect({ orNo, effect }: { orNo: string | null; effect: PaymentEffect }) {
  const { payer, amount, wallet, creditExpired, close, refund, openOrders } = effect
  return (
    <>
      <p>
        {t('{name}: wallet {from} → {to}. Receipt {number} keeps its number and is no longer valid.', {
          name: payer.name,
          from: showCredit(wallet.from),
          to: showCredit(wallet.to),
          number: orNo ?? '-',
        })}
      </p>
      <p>
        {creditExpired.from === creditExpired.to
          ? t('The expiry stays {day}.', { day: showDay(creditExpired.to) })
          : t('Expiry {from} → {to}', {
              from: showDay(creditExpired.from),
              to: creditExpired.to ? showDay(creditExpired.to) : t('none'),
            })}
      </p>
      {close && (
        <p>
          <strong>
            {t('{amount} was counted in cash close {number} and comes off the next one of its coach.', {
              amount: showMoney(amount),
              number: close.number,
            })}
          </strong>
        </p>
      )}
      {refund && (
        <p>
          <strong>
            {t('Then refund {amount} at {provider}, payment {payment}. It stays on the list of refunds until ticked.', {
              amount: showAmount(refund),
              provider: refund.provider,
              payment: refund.provider_payment,
            })}
          </strong>
        </p>
      )}
      <OpenOrdersLine orders={openOrders} />
    </>
  )
}

/** Withdraws a pending card order, so that nobody pays it any more. */
export function WithdrawButton({ payment, type = 'link' }: { payment: Payment; type?: 'link' | 'default' }) {
  const reason = useRef('')
  const withdraw = useAction(checkout.withdraw, {
    danger: true,
    okText: 'Withdraw',
    effect: () => (
      <>
        <p>
          {t('{name}: order {order}, {amount}. The link stops working, and the wallet stays {n}.', {
            name: payment.createdBy.name,
            order: payment.orderID,
            amount: showMoney(payment.amount),
            n: showCredit(payment.wallet),
          })}
        </p>
        <p>{t('Money that still arrives for it is put on the list of refunds.')}</p>
        <ReasonInput onChange={(typed) => void Object.assign(reason, { current: typed })} />
      </>
    ),
    prepare: async (input) => ({ ...input, body: { reason: reason.current } }),
  })
  function start() {
    reason.current = ''
    void withdraw.send({ params: { id: payment._id }, body: {} })
  }
  return (
    <ReasonButton type={type} danger may={checkout.withdraw.may} loading={withdraw.sending} onClick={start}>
      {t('Withdraw')}
    </ReasonButton>
  )
}

export function CancelButton({ payment, type = 'link' }: { payment: Payment; type?: 'link' | 'default' }) {
  const reason = useRef('')
  const cancel = useAction(payments.cancel, {
    danger: true,
    okText: 'Cancel Payment',
    preview: async ({ params }) => (
      <>
        <CancelEffect
          orNo={payment.orNo}
          effect={await call(paymentPreview.dryRun, { body: { action: 'cancel', id: String(params.id) } })}
        />
        <ReasonInput onChange={(typed) => void Object.assign(reason, { current: typed })} />
      </>
    ),
    // The reason typed while the question was open.
    prepare: async (input) => ({ ...input, body: { reason: reason.current } }),
  })
  function start() {
    reason.current = ''
    void cancel.send({ params: { id: payment._id }, body: {} })
  }
  return (
    <ReasonButton type={type} danger may={payments.cancel.may} loading={cancel.sending} onClick={start}>
      {t('Cancel')}
    </ReasonButton>
  )
}

/** Undoes a verification or a cancellation: either way the same order waits to be verified again. */
export function UndoPayment({ payment, type = 'link' }: { payment: Payment; type?: 'link' | 'default' }) {
  const { _id, orNo, orderID, replacedBy } = payment
  return (
    <WalletUndo
      undo={payments.undo}
      rehearse={payments.rehearseUndo}
      params={{ id: _id }}
      confirm={undoQuestion(payment.isCancelled ? 'Cancelled' : 'Done')}
      of={orNo ?? orderID}
      type={type}
      reason={
        replacedBy
          ? t('The order was made again already as {number}', { number: replacedBy.orderID })
          : t(undoProblem(payment) ?? '')
      }
    />
  )
}

/** What undoing a payment asks: no payment moves back, an undone one is cancelled. */
export const undoQuestion = (status: 'Done' | 'Cancelled') =>
  status === 'Done'
    ? 'Are you sure to undo this verification? The payment is cancelled and the same order made again, to be verified or rejected.'
    : 'Are you sure to undo this cancellation? The same order is made again, to be verified or rejected.'

export const ReceiptButton = ({ payment, type = 'link' }: { payment: Payment; type?: 'link' | 'default' }) => (
  <ReceiptDownload
    type={type}
    id={payment._id}
    orNo={payment.orNo}
    reason={!paymentCan.print(payment) && t('Only a payment that is Done has an official receipt')}
  />
)

interface ReceiptDownloadProps {
  /** The payment's id. */
  id: string
  orNo: string | null
  reason?: string | false
  type?: 'link' | 'default' | 'primary'
}

export function ReceiptDownload({ id, orNo, type = 'link', ...button }: ReceiptDownloadProps) {
  const { busy, save } = useDownload()
  return (
    <ReasonButton
      {...button}
      type={type}
      may={payments.receipt.may}
      loading={busy}
      onClick={() => save(payments.receipt, { params: { id } }, `Official_Receipt_${orNo}.pdf`)}
    >
      {t('Official Receipt')}
    </ReasonButton>
  )
}
