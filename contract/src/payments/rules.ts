export interface PaymentFlags {
  isPay: boolean
  isRejected: boolean
  isCancelled: boolean
  isDisable: boolean
  paymentType: string
}

export type PaymentStatus = 'Pending' | 'Done' | 'Rejected' | 'Cancelled'
export const paymentStatuses = ['Pending', 'Done', 'Rejected', 'Cancelled'] as const

/** The status shown, derived from the flags in the specification's order. */
export const paymentStatus = (p: Omit<PaymentFlags, 'isDisable' | 'paymentType'>): PaymentStatus =>
  p.isRejected ? 'Rejected' : p.isCancelled ? 'Cancelled' : p.isPay ? 'Done' : 'Pending'

/** Which state allows which action: read by the greyed-out button and by the server's 409 alike. */
export const paymentCan = {
  verify: (p: PaymentFlags) => paymentStatus(p) === 'Pending' && p.paymentType === 'Cash',
  reject: (p: PaymentFlags) => paymentStatus(p) === 'Pending' && p.paymentType === 'Cash',
  cancel: (p: PaymentFlags) => paymentStatus(p) === 'Done' && !p.isDisable,
  print: (p: PaymentFlags) => paymentStatus(p) === 'Done',
}
