import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { text } from '../platform/field.ts'
import { labelOf } from '../platform/labels.ts'
import { id } from '../platform/query.ts'
import { orderBody, payment } from './payments.ts'
import { cardStates, paymentStatuses } from './rules.ts'

/** The effect of a card payment on the wallet. */
const cardPurchase = z.object({
  /** Official receipt number. */
  orNo: z.string(),
  name: z.string(),
  /** The wallet before and after it. */
  from: z.number(),
  to: z.number(),
})

/** The parts of a checkout link, the link itself, and the state of its order. */
export const cardLink = z.object({
  payment_id: z.string(),
  member_id: z.string(),
  /** RM with two decimals, as text. */
  amount: z.string(),
  currency: z.string(),
  /** The order at the card provider. */
  order_id: z.string(),
  token: z.string(),
  checkoutUrl: z.string(),
  /** No money moves. */
  sandbox: z.boolean(),
  state: z.enum(cardStates),
  /** What last went wrong, for the desk to read. */
  problem: z.string().nullable(),
  /** Instant at which a card was last declined, if that is the problem. */
  declinedAt: z.string().nullable(),
  status: z.enum(paymentStatuses),
  /** The payer and the package, to make a new order from once the link has ended. */
  payer: z.object({ _id: z.string(), name: z.string() }),
  package: z.object({ _id: z.string(), title: z.string() }),
  /** Once it is paid. */
  purchase: cardPurchase.nullable(),
})
export type CardLink = z.output<typeof cardLink>

const short = (message: string) => z.string({ error: message }).min(1, message).max(200, message)

const required = (name: string) => `${labelOf(name)} is required`
const reference = (name: string) => short(required(name))

/** The parameters of a checkout link; only the token may be missing. */
export const checkoutQuery = z.object({
  member_id: id(required('member_id')),
  amount: reference('amount'),
  currency: reference('currency'),
  order_id: reference('order_id'),
  token: z.string().max(200).optional(),
})

/** What the checkout page needs to open the provider's checkout. */
export const checkoutPage = z.object({
  state: z.enum(cardStates),
  companyName: z.string(),
  packageTitle: z.string(),
  /** RM with two decimals, as text. */
  amount: z.string(),
  /** In the currency's smallest unit, as the provider counts. */
  amountInSen: z.number(),
  currency: z.string(),
  order_id: z.string(),
  /** The provider's public key. */
  key: z.string(),
  script: z.string(),
  /** Where the provider's page posts its result when it cannot call our script. */
  callbackUrl: z.string(),
  sandbox: z.boolean(),
})
export type CheckoutPage = z.output<typeof checkoutPage>

export const confirmBody = z.object({
  payment_id: id(required('payment_id')),
  order_id: reference('order_id'),
  provider_payment_id: reference('provider_payment_id'),
  signature: reference('signature'),
})

export const cardOrderBody = orderBody.omit({ paymentType: true })

export const checkout = {
  start: endpoint({
    method: 'POST',
    path: '/payment/checkout',
    may: 'dashboard.view',
    summary: 'Orders a package at the card provider and answers the link of the page where it is paid',
    body: cardOrderBody,
    result: cardLink.extend({ payment }),
    confirm: 'Are you sure to submit?',
    done: 'Created',
  }),
  link: endpoint({
    method: 'GET',
    path: '/payment/checkout/:id/link',
    may: ['dashboard.view', 'verifyPayment.view'],
    summary: 'The link of a card order again, and where the order stands',
    result: cardLink,
  }),
  page: endpoint({
    method: 'GET',
    path: '/payment/checkout/:id',
    may: 'public',
    perMinute: 300,
    summary: 'For the checkout page: what to open, once the whole link agrees with what was ordered',
    query: checkoutQuery,
    result: checkoutPage,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/payment/checkout/confirm',
    may: 'public',
    perMinute: 300,
    status: 200,
    summary: "What the provider's checkout answered; its signature is the proof, and a repeat changes nothing",
    body: confirmBody,
    result: z.object({
      payment_id: z.string(),
      order_id: z.string(),
      member_id: z.string(),
      status: z.enum(['Pending', 'Done', 'Rejected', 'Cancelled']),
    }),
  }),
  withdraw: endpoint({
    method: 'PUT',
    path: '/payment/withdraw/:id',
    may: 'verifyPayment.verify',
    summary: 'Pending card order to Rejected; money that still arrives for it becomes a refund to be made',
    body: z.object({ reason: text('Reason').schema }).optional(),
    result: payment,
    confirm: 'Are you sure to withdraw this card order?',
    done: 'Withdrawn',
  }),
  webhook: endpoint({
    method: 'POST',
    path: '/payment/webhook',
    may: 'public',
    raw: true,
    status: 200,
    summary: "The provider's events, signed over the whole body in x-razorpay-signature",
    body: z.string({ error: 'The body is missing' }),
    sends: z.looseObject({ event: z.string() }),
    result: z.object({ status: z.literal('ok') }),
  }),
}
