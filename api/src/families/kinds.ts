import { creditKinds } from './credit-kinds.ts'
import type { Kind } from './kind.ts'
import { paymentKinds } from './payment-kinds.ts'
import { profileKinds } from './profile-kinds.ts'

/** What an academy holds of a family, table by table. A test reads the database and fails for a table that is not here. */
export const kinds: readonly Kind[] = [...profileKinds, ...creditKinds, ...paymentKinds]

/** What is left out of it whole, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  month_balance: 'made of the ledger, which tells the balance before and after each entry',
}
