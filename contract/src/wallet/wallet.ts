import { z } from 'zod'
import { day, listOf, page } from '../kit/query.ts'
import { route } from '../kit/route.ts'

export const ledgerEntry = z.object({
  _id: z.string(),
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
  /** The entry this one takes back. */
  reverses: z.string().nullable(),
})
export type LedgerEntry = z.output<typeof ledgerEntry>

const expiration = z.object({
  creditExpired: z.string().nullable(),
  expiredIn: z.number().nullable(),
  wallet: z.number(),
})

export const wallet = {
  ledger: route({
    method: 'GET',
    path: '/member/:id/wallet',
    may: 'membership.view',
    summary: 'The ledger of a wallet, newest first; asOf answers the balance of a past business day',
    query: z.object({ ...page(['at']), asOf: day().optional() }),
    result: listOf(ledgerEntry).extend({ balance: z.number() }),
  }),
  expiration: route({ method: 'GET', path: '/expiration/:id', may: 'membership.view', result: expiration }),
  adjustExpiration: route({
    method: 'PUT',
    path: '/expiration/:id',
    may: 'membership.expiration',
    body: z.object({ expirationDate: day('Expiration date is required') }),
    result: expiration,
    confirm: 'Are you sure to submit?',
    done: 'Expiration date updated',
  }),
  clearExpired: route({
    method: 'DELETE',
    path: '/expiration/:id',
    may: 'membership.clearExpired',
    result: expiration,
    confirm: 'Are you sure to clear member token? This action cannot be undone.',
    done: 'Cleared',
  }),
}
