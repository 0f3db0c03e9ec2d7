import type { WalletKind } from '@academy/contract/wallet/rules.ts'

export interface WalletTables {
  wallet: {
    member: string
    balance: number
    version: number
    creditExpired: string | null
  }
  walletEntry: {
    id: string
    member: string
    version: number
    at: string
    kind: WalletKind
    credit: number
    balanceBefore: number
    balanceAfter: number
    cause: string
    causeType: string
    causeId: string | null
    causeLabel: string
    /** Of a class who came, whose name the label leaves out. */
    attendedBy: string | null
    byUser: string | null
    byName: string
    note: string | null
    reverses: string | null
  }
}

/** Other rooms' tables as the ledger shows them; only read here. */
export interface LedgerTables extends WalletTables {
  attendance: { id: string; member: string; course: string; class: string; classDate: string }
  member: { id: string; name: string; isIndependent: boolean; isDeleted: boolean }
  payment: { id: string; receiptNo: string | null; orderNo: string; paymentType: 'Cash' | 'Direct' }
}
