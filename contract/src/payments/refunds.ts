import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { flag, listOf, page, reference } from '../platform/query.ts'

/** Money at the card provider that belongs to no wallet: it is given back there by hand and ticked here. */
export const refund = z.object({
  _id: z.string(),
  payment: z.object({ _id: z.string(), orderID: z.string(), orNo: z.string().nullable() }),
  member: reference('name'),
  /** The host the money is at, or `sandbox`. */
  provider: z.string(),
  /** The payment as the provider names it. */
  provider_payment: z.string(),
  /** With two decimals, as text. */
  amount: z.string(),
  currency: z.string(),
  /** Why it goes back. */
  reason: z.string(),
  createdAt: z.string(),
  /** Null while it is open. */
  doneAt: z.string().nullable(),
  doneBy: z.string().nullable(),
})
export type Refund = z.output<typeof refund>

const refundSort = [
  'createdAt',
  'amount',
  'currency',
  'member',
  'orderID',
  'provider',
  'provider_payment',
  'reason',
  'doneAt',
  'doneBy',
] as const

export const refunds = {
  list: endpoint({
    method: 'GET',
    path: '/payment/refund',
    may: 'verifyPayment.view',
    summary: 'Refunds to be made at the card provider, the oldest first',
    query: z.object({ ...page(refundSort), open: flag().optional() }),
    result: listOf(refund),
  }),
  tick: endpoint({
    method: 'PUT',
    path: '/payment/refund/:id',
    may: 'verifyPayment.verify',
    summary: 'Says that the money was given back at the card provider; it is said once',
    body: z.object({ done: z.literal(true, { error: 'done must be true' }) }),
    result: refund,
    confirm: 'Are you sure this money was refunded at the card provider?',
    done: 'Refund ticked',
  }),
}
