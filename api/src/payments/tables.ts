export interface PaymentTable {
  id: string
  orderNo: string
  /** Official receipt number, kept when the payment is cancelled. */
  receiptNo: string | null
  /** Whose wallet is credited. */
  member: string
  package: string
  packageCode: string
  packageTitle: string
  description: string
  /** Months. */
  duration: number
  addition: number
  /** Credits put into the wallet: credit + addition. */
  creditPurchase: number
  /** RM with two decimals, as text. */
  amount: string
  paymentType: 'Cash' | 'Direct'
  coachReceived: string | null
  isPay: boolean
  isRejected: boolean
  isCancelled: boolean
  isDisable: boolean
  createdByUser: string | null
  createdByName: string
  verifiedBy: string | null
  verifiedByName: string | null
  /** Last day of the credit bought, `YYYY-MM-DD`. */
  expiredDate: string | null
  /** The wallet's expiry before the verification. */
  expiryBefore: string | null
  cancelReason: string | null
  /** Instant of the order and, once verified, of the verification. */
  dateTime: string
  createdAt: string
  updatedAt: string
}

export interface PaymentTables {
  payment: PaymentTable
}

/** What the payment list shows of other rooms' documents; read only. */
export interface PaymentListTables extends PaymentTables {
  member: { id: string; name: string; chName: string | null; searchText: string }
  coach: { id: string; name: string }
  wallet: { member: string; balance: number }
}
