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
    byUser: string | null
    byName: string
    note: string | null
    reverses: string | null
  }
}
