import type { WalletKind } from './rules.ts'

/** What moved a wallet, in words a parent understands. */
export const walletKindWords: Record<WalletKind, string> = {
  purchase: 'Package bought',
  'purchase-cancelled': 'Purchase cancelled',
  attendance: 'Class attended',
  'attendance-reversed': 'Class charge taken back',
  adjustment: 'Credit adjustment',
  'manual-edit': 'Balance edited by hand',
  expired: 'Expired credit cleared',
  opening: 'Opening balance',
  transfer: 'Transfer',
}
