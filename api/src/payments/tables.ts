import type { Generated, Selectable } from 'kysely'

export interface PaymentTable {
  id: string
  orderNo: string
  /** Official receipt number, kept when the payment is cancelled. */
  receiptNo: string | null
  /** Names the receipt in the address of its public page; made by the database. */
  receiptToken: Generated<string>
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
  isPay: Generated<boolean>
  isRejected: Generated<boolean>
  isCancelled: Generated<boolean>
  isDisable: Generated<boolean>
  createdByUser: string | null
  createdByName: string
  verifiedBy: string | null
  verifiedByName: string | null
  /** Last day of the credit bought, `YYYY-MM-DD`. */
  expiredDate: string | null
  /** The wallet's expiry before the verification. */
  expiryBefore: string | null
  cancelReason: string | null
  /** Instants of what ended it, if something did. */
  rejectedAt: string | null
  cancelledAt: string | null
  /** Instant of the order and, once verified, of the verification. */
  dateTime: string
  createdAt: string
  updatedAt: string
}

export type PaymentRecord = Selectable<PaymentTable>

export interface CardRefundTable {
  id: string
  payment: string
  /** The host the money is at, or `sandbox`. */
  provider: string
  providerPayment: string
  /** Sen. */
  amount: number
  currency: string
  reason: string
  createdAt: string
  doneAt: string | null
  doneBy: string | null
  doneByName: string | null
}

export interface PaymentTables {
  payment: PaymentTable
  cardRefund: CardRefundTable
}

/** What the payment list shows of other rooms' documents; read only. */
export interface PaymentListTables extends PaymentTables {
  member: { id: string; name: string; chName: string | null }
  coach: { id: string; name: string }
  wallet: { member: string; balance: number; creditExpired: string | null }
  cardOrder: {
    payment: string
    provider: string
    amount: number
    currency: string
    state: 'open' | 'paid' | 'ended'
    providerPayment: string | null
    problem: string | null
    declinedAt: string | null
    createdAt: string
  }
}

/** A receipt as it was issued; rows are never changed. */
export interface ReceiptTables extends PaymentTables {
  receipt: {
    payment: string
    number: string
    /** RM with two decimals, as text. */
    amount: string
    payer: string
    children: string[]
    /** The words it is printed with, as JSON. */
    content: string
    /** SHA-256 of the content. */
    digest: string
    /** Digests of the letterhead's pictures. */
    logo: string | null
    background: string | null
    writtenAt: string
    /** Issued before receipts were written down. */
    isLater: boolean
  }
  /** Those issued before, until they are written down. */
  receiptToWrite: { payment: string }
}

/** What an order copies from the package; read only. */
export interface OrderTables extends PaymentTables {
  creditPackage: {
    id: string
    code: string
    title: string
    description: string
    credit: number
    addition: number | null
    /** Months. */
    duration: number
  }
}
