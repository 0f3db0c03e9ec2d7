import type { CardLink } from '@academy/contract/payments/checkout.ts'
import type { Payment } from '@academy/contract/payments/payments.ts'
import { paymentCan, paymentStatus } from '@academy/contract/payments/rules.ts'
import { t } from '../../platform/client/i18n.ts'
import { RowActions } from '../../platform/table/rows/RowActions.tsx'
import { CardLinkButton } from '../CardLinkButton.tsx'
import { CancelButton, ReceiptButton, UndoPayment, WithdrawButton } from '../PaymentActions.tsx'
import { VerifyButtons } from './VerifyButtons.tsx'

interface ActsProps {
  payment: Payment
  onLink: (link: CardLink) => void
  /** The panel beside the list has them in sight. */
  isDocked: boolean
}

/** What can be done with a payment in its row. */
export function Acts({ payment, onLink, isDocked }: ActsProps) {
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
  if (!paymentCan.print(payment))
    return isDocked ? '-' : <span className="muted nothing-to-do">{t('Nothing to do')}</span>
  return (
    <RowActions quiet name={name} act={!isDocked && <ReceiptButton payment={payment} />}>
      {isDocked && <ReceiptButton payment={payment} />}
      {paymentCan.cancel(payment) && <CancelButton payment={payment} />}
      <UndoPayment payment={payment} />
    </RowActions>
  )
}
