/**
 * Creates an order: a package for a member, paid in cash and pending until verified, or by card, with a link shown at
 * the end.
 *
 *   <OrderDialog open={open} onClose={() => setOpen(false)} member={{ _id, name }} onDone={(payment) => ...} />
 *
 * Without `member` the dialog asks for one. Guard the button that opens it with `payments.order.may`.
 */

import { t } from '../platform/client/i18n.ts'
import { lazyComponent } from '../platform/client/loading/lazy.ts'
import { Dialog } from '../platform/feedback/Dialog.tsx'
import { Waiting } from '../platform/feedback/Waiting.tsx'
import type { OrderProps } from './OrderForm.tsx'
import { useCardLink } from './use-card-link.tsx'

// The form's own code is three times that of a list.
const OrderForm = lazyComponent(async () => ({ default: (await import('./OrderForm.tsx')).OrderForm }), <Waiting />)

export function OrderDialog({ open, onClose, ...order }: Omit<OrderProps, 'onLink'> & { open: boolean }) {
  const cards = useCardLink()
  return (
    <>
      <Dialog open={open} onClose={onClose} title={t('Create Order')} lightDismiss={false}>
        <OrderForm {...order} onClose={onClose} onLink={cards.show} />
      </Dialog>
      {cards.window}
    </>
  )
}
