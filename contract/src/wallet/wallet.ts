import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { day, dayRange, listOf, page, reference } from '../platform/query.ts'
import { walletKinds } from './rules.ts'
import { undoOf } from './undo.ts'

/** The other half of a reversal: the entry it reversed, or the entry that reversed this one. */
const counterpart = z.object({
  _id: z.string(),
  no: z.number(),
  at: z.string(),
  kind: z.string(),
  credit: z.number(),
})
export type Counterpart = z.output<typeof counterpart>

export const ledgerEntry = z.object({
  _id: z.string(),
  /** Counts the entries of the wallet: 1 for the oldest, without gaps. */
  no: z.number(),
  /** Instant of the entry. */
  at: z.string(),
  kind: z.string(),
  /** Signed credits. */
  credit: z.number(),
  balanceAfter: z.number(),
  /** What moved the wallet, with a label a parent understands. */
  cause: z.object({ type: z.string(), _id: z.string().nullable(), label: z.string() }),
  by: z.string(),
  note: z.string().nullable(),
  /** The entry this one reverses. */
  reverses: z.string().nullable(),
  /** The entry that reversed this one. */
  reversedBy: z.string().nullable(),
  counterpart: counterpart.nullable(),
  /** For a class: who attended which class; null once the attendance was deleted. */
  attended: z
    .object({ member: reference('name'), course: z.string(), class: z.string(), classDate: z.string() })
    .nullable(),
  /** For a purchase: the numbers to find its payment by, and the type for the list. */
  payment: z
    .object({ orNo: z.string().nullable(), orderID: z.string(), paymentType: z.enum(['Cash', 'Direct']) })
    .nullable(),
})
export type LedgerEntry = z.output<typeof ledgerEntry>

const kinds = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.enum(walletKinds, { error: `Known kinds: ${walletKinds.join(', ')}` })))

const expiration = z.object({
  creditExpired: z.string().nullable(),
  expiredIn: z.number().nullable(),
  wallet: z.number(),
})

const undoingClear = undoOf('/expiration/:id/cleared/:entry', {
  may: 'membership.clearExpired',
  summary:
    'Puts back what was cleared as expired, by an entry that reverses it; once, and while the wallet is still expired',
  confirm: 'Are you sure to put the cleared credit back?',
})

export const wallet = {
  ledger: endpoint({
    method: 'GET',
    path: '/member/:id/wallet',
    may: 'membership.view',
    summary:
      'The ledger of a wallet, newest first. The balance is the one now, with asOf that at the end of a past business day; kind, startDate, endDate and searchText choose among the entries',
    query: z.object({
      ...page(['at', 'no', 'kind', 'credit', 'balanceAfter', 'cause', 'by', 'note']),
      ...dayRange,
      asOf: day().optional(),
      kind: kinds.optional(),
    }),
    result: listOf(ledgerEntry).extend({
      balance: z.number(),
      /** Number of the newest entry, whatever was filtered. */
      last: z.number(),
    }),
  }),
  expiration: endpoint({ method: 'GET', path: '/expiration/:id', may: 'membership.view', result: expiration }),
  adjustExpiration: endpoint({
    method: 'PUT',
    path: '/expiration/:id',
    may: 'membership.expiration',
    body: z.object({ expirationDate: day('Expiration date is required') }),
    result: expiration,
    confirm: 'Are you sure to submit?',
    done: 'Expiration date updated',
  }),
  clearExpired: endpoint({
    method: 'DELETE',
    path: '/expiration/:id',
    may: 'membership.clearExpired',
    result: expiration,
    confirm: 'Are you sure to clear member token? This action cannot be undone.',
    done: 'Cleared',
  }),
  rehearseUndoClear: undoingClear.rehearse,
  undoClear: undoingClear.undo,
}
