/** Verify and reject, and what the question before them says. */
import { type Payment, payments } from '@academy/contract/payments/payments.ts'
import { paymentCan, paymentStatus } from '@academy/contract/payments/rules.ts'
import { expiryAfterPurchase } from '@academy/contract/wallet/rules.ts'
import { showCredit, showDay, showInstant, showMoney } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { today } from '../../platform/client/today.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { useFromMd } from '../../platform/shell/appearance.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { RowActions } from '../../platform/table/rows/RowActions.tsx'
import { useOpenOrders } from '../OpenOrders.tsx'

const inState = (payment: Payment) => t('This payment is {status}', { status: paymentStatus(payment) })

/** The payer's expiry if this is verified today: never earlier than the current one. */
const expiryOnceVerified = ({ creditExpired, duration }: Pick<Payment, 'creditExpired' | 'duration'>): string =>
  showDay(expiryAfterPurchase(creditExpired, today(), duration))

/** 'Tan Wei Ling: wallet 120 → 330. RM 200.00 received by Coach Ravi. Received 20-11-2026 14:05, good until 22-05-2027.' */
function verifyEffect(payment: Payment): string {
  const { createdBy, wallet, creditPurchase, amount, coachReceived, receivedAt } = payment
  return t('{name}: wallet {from} → {to}. {amount} received by {coach}. Received {received}, good until {until}.', {
    name: createdBy.name,
    from: showCredit(wallet),
    to: showCredit(wallet + creditPurchase),
    amount: showMoney(amount),
    coach: coachReceived?.name ?? '-',
    until: expiryOnceVerified(payment),
    received: showInstant(receivedAt),
  })
}

interface VerifyProps {
  payment: Payment
  /** As the acts of a panel, not of a row. */
  prominent?: boolean
  /** In a list without a menu of its own: on a phone rejecting goes behind the row. */
  inRow?: boolean
  /** Once it is verified or rejected, with the payment as it is then. */
  onSettled?: (payment: Payment) => void | Promise<void>
}

export function VerifyButtons({ payment, prominent = false, inRow = false, onSettled }: VerifyProps) {
  const isBehind = !useFromMd() && inRow
  const verify = useAction(payments.settle, {
    ...useOpenOrders(
      () => ({ members: [payment.createdBy._id], payments: [payment._id] }),
      () => verifyEffect(payment),
    ),
    okText: 'Verify',
    ...(onSettled ? { onDone: onSettled } : {}),
  })
  const reject = useAction(payments.settle, {
    confirm: 'Are you sure to reject this payment?',
    done: 'Updated',
    danger: true,
    okText: 'Reject Verify',
    ...(onSettled ? { onDone: onSettled } : {}),
    effect: () =>
      t('{name} is told of it. The wallet stays {n}.', { name: payment.createdBy.name, n: showCredit(payment.wallet) }),
  })
  const reason = !paymentCan.verify(payment) && inState(payment)
  const params = { id: payment._id }
  // In a list a screen reader hears which payment after the button's name; the panel has its heading.
  const whose = prominent ? undefined : `${payment.createdBy.name}, ${showMoney(payment.amount)}`
  const verifying = (
    <ReasonButton
      type={prominent ? 'primary' : 'link'}
      reason={reason}
      may={payments.settle.may}
      loading={verify.sending}
      aria-description={whose}
      onClick={() => verify.send({ params, body: { isPay: true } })}
    >
      {t('Verify')}
    </ReasonButton>
  )
  const rejecting = (
    <ReasonButton
      type={prominent ? 'default' : 'link'}
      danger
      reason={reason}
      may={payments.settle.may}
      loading={reject.sending}
      aria-description={whose}
      onClick={() => reject.send({ params, body: { isPay: false, isRejected: true } })}
    >
      {t('Reject Verify')}
    </ReasonButton>
  )
  if (isBehind)
    return (
      <RowActions name={payment.createdBy.name} act={verifying}>
        {rejecting}
      </RowActions>
    )
  return (
    <>
      {verifying}
      {rejecting}
    </>
  )
}
