/**
 * Create order: a package bought for a member, paid in cash and pending until it is verified; or by card, by a link that
 * is shown at the end.
 *
 *   <OrderDialog open={open} onClose={() => setOpen(false)} member={{ _id, name }} onDone={(payment) => ...} />
 *
 * Without `member` the dialog asks for one. It needs `payments.order.may`; guard the button that opens it.
 */
import { useCardLink } from './CardLink.tsx'
import { Dialog } from './Dialog.tsx'
import { OrderForm, type OrderProps } from './OrderForm.tsx'
import { t } from './words.ts'

export function OrderDialog({ open, onClose, ...order }: Omit<OrderProps, 'onLink'> & { open: boolean }) {
  const cards = useCardLink()
  return (
    <>
      <Dialog open={open} onClose={onClose} title={t('Create Order')} mask={{ closable: false }}>
        <OrderForm {...order} onClose={onClose} onLink={cards.show} />
      </Dialog>
      {cards.window}
    </>
  )
}
