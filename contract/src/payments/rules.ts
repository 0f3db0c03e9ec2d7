export interface PaymentFlags {
  isPay: boolean
  isRejected: boolean
  isCancelled: boolean
  isDisable: boolean
  paymentType: string
}

export type PaymentStatus = 'Pending' | 'Done' | 'Rejected' | 'Cancelled'
export const paymentStatuses = ['Pending', 'Done', 'Rejected', 'Cancelled'] as const

/** The state of a card order: `open` can be paid, `paid` was, `ended` cannot be paid any more. */
export const cardStates = ['open', 'paid', 'ended'] as const

/** How long the link of a card order opens the checkout. */
export const cardLinkHours = 24

/** The status shown, derived from the flags in the specification's order. */
export const paymentStatus = (p: Omit<PaymentFlags, 'isDisable' | 'paymentType'>): PaymentStatus =>
  p.isRejected ? 'Rejected' : p.isCancelled ? 'Cancelled' : p.isPay ? 'Done' : 'Pending'

/** Which state allows which action; the screens' buttons and the server's 409 both follow it. */
export const paymentCan = {
  verify: (p: PaymentFlags) => paymentStatus(p) === 'Pending' && p.paymentType === 'Cash',
  reject: (p: PaymentFlags) => paymentStatus(p) === 'Pending' && p.paymentType === 'Cash',
  withdraw: (p: PaymentFlags) => paymentStatus(p) === 'Pending' && p.paymentType === 'Direct',
  cancel: (p: PaymentFlags) => paymentStatus(p) === 'Done' && !p.isDisable,
  print: (p: PaymentFlags) => paymentStatus(p) === 'Done',
}

/** Why a payment has nothing that could be undone, if so. */
export function undoProblem(p: PaymentFlags): string | undefined {
  const status = paymentStatus(p)
  if (status === 'Pending' || status === 'Rejected') return `The payment is ${status}: it moved no credit`
  if (p.paymentType !== 'Cash')
    return status === 'Done'
      ? 'A card payment is cancelled, so that its money goes back; a new order is paid by a new link'
      : 'The money of a card payment goes back; please make a new order'
  return p.isDisable ? 'The payment is disabled' : undefined
}
