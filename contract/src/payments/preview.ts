import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { change, id, ids, reference } from '../platform/query.ts'
import { orderBody } from './payments.ts'
import { paymentStatuses } from './rules.ts'

/** A second purchase within this time is asked about. */
export const recentMinutes = 15

/** Pending orders of one wallet. */
export const openOrders = z.object({
  count: z.number(),
  /** RM with two decimals, as text. */
  amount: z.string(),
})
export type OpenOrders = z.output<typeof openOrders>

/** The action to try without effect. */
const paymentDryRun = z.discriminatedUnion('action', [
  orderBody.extend({ action: z.literal('order') }),
  z.object({ action: z.literal('cancel'), id: id() }),
])
export type PaymentDryRun = z.output<typeof paymentDryRun>

const similarOrder = z.object({
  _id: z.string(),
  orderID: z.string(),
  createdAt: z.string(),
  /** Who made it. */
  createdBy: z.string(),
  packageTitle: z.string(),
  amount: z.string(),
  paymentType: z.enum(['Cash', 'Direct']),
  status: z.enum(paymentStatuses),
})
export type SimilarOrder = z.output<typeof similarOrder>

const paymentEffect = z.object({
  payer: reference('name'),
  /** What is paid for it: RM with two decimals, as text. */
  amount: z.string(),
  /** Of an order once it is verified. */
  wallet: change(z.number()),
  /** Of an order as if it were verified today. */
  creditExpired: change(z.string().nullable()),
  /** Of the payer, the payment itself not counted. */
  openOrders,
  /** Open orders of the same package for the same wallet, and what was bought for it within the last 15 minutes. */
  similar: z.array(similarOrder),
  /** The cash close that counted the money, which is given back in the next one of its coach. */
  close: reference('number').nullable(),
  /** The refund that the action would open. */
  refund: z
    .object({ provider: z.string(), provider_payment: z.string(), amount: z.string(), currency: z.string() })
    .nullable(),
})
export type PaymentEffect = z.output<typeof paymentEffect>

export const paymentPreview = {
  dryRun: endpoint({
    method: 'POST',
    path: '/payment/rehearse',
    may: ['dashboard.view', 'verifyPayment.verify'],
    status: 200,
    summary: 'What an order or a cancellation would do: done and undone again, nothing stays',
    body: paymentDryRun,
    result: paymentEffect,
  }),
  openOrders: endpoint({
    method: 'GET',
    path: '/payment/open-orders',
    may: ['dashboard.view', 'verifyPayment.view', 'membership.view', 'outStandingCredit.view', 'credit_adjust.view'],
    summary: 'How many orders of these wallets wait to be paid or verified, and what they come to',
    query: z.object({ members: ids().optional(), without: ids().optional() }),
    result: z.object({ items: z.array(openOrders.extend({ _id: z.string() })) }),
  }),
}
