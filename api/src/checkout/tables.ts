import type { Generated, Selectable } from 'kysely'

export interface CardOrderTable {
  payment: string
  /** The host it was ordered at, or `sandbox`. */
  provider: string
  providerOrder: string
  /** Sen. */
  amount: number
  currency: string
  token: string
  state: Generated<'open' | 'paid' | 'ended'>
  providerPayment: string | null
  /** What last went wrong, in words for the desk. */
  problem: string | null
  /** Instant at which a card was last declined, if that is the problem. */
  declinedAt: string | null
  createdAt: string
  updatedAt: string
}
export type CardOrder = Selectable<CardOrderTable>

export interface CheckoutTables {
  cardOrder: CardOrderTable
  cardEvent: { id: string; event: string; providerOrder: string | null; at: string }
}

/** What a card order shows of its payment; read only. */
export interface CheckoutReadTables extends CheckoutTables {
  payment: {
    id: string
    orderNo: string
    receiptNo: string | null
    member: string
    amount: string
    package: string
    packageTitle: string
    isPay: boolean
    isRejected: boolean
    isCancelled: boolean
  }
  member: { id: string; name: string }
}

export interface SandboxTables {
  sandboxKey: { one: Generated<boolean>; keyId: string; keySecret: string; webhookSecret: string }
  sandboxOrder: {
    id: string
    amount: number
    currency: string
    receipt: string | null
    status: 'created' | 'attempted' | 'paid'
    attempts: number
    createdAt: string
  }
  sandboxPayment: {
    id: string
    orderId: string
    amount: number
    currency: string
    status: 'authorized' | 'captured' | 'failed'
    createdAt: string
  }
}
