import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { text as words } from '../platform/field.ts'
import { orTooMuch } from '../platform/plain-errors.ts'
import { dayRange, flag, id, ids, listOf, page, reference, someOf } from '../platform/query.ts'
import { undoOf } from '../wallet/undo.ts'
import { cardStates, paymentStatuses } from './rules.ts'

const text = z.string().nullable()

export const nothingChosen = 'Please select at least one payment'

/** A card payment's state at the card provider. */
const cardFacts = z.object({
  state: z.enum(cardStates),
  /** What last went wrong, for the desk to read. */
  problem: text,
  /** Instant at which a card was last declined, if that is the problem. */
  declinedAt: text,
  /** The host it was ordered at, or `sandbox`. */
  provider: z.string(),
  /** The provider's payment whose money was credited. */
  providerPayment: text,
  /** Refunds of this payment that still have to be made. */
  openRefunds: z.number(),
})

export const payment = z.object({
  _id: z.string(),
  /** Official receipt number, once verified. */
  orNo: text,
  orderID: z.string(),
  /** Instant of the order and, once verified, of the verification. */
  dateTime: z.string(),
  createdAt: z.string(),
  /** When the money changed hands, which is when it was ordered. */
  receivedAt: z.string(),
  /** When it was verified, rejected, cancelled; null while it was not. */
  verifiedAt: text,
  rejectedAt: text,
  cancelledAt: text,
  /** Whose wallet is credited: `createdBy` by its id. */
  memberId: z.string(),
  createdBy: z.object({
    _id: z.string(),
    name: z.string(),
    chName: text,
    children: z.array(z.object({ _id: z.string(), name: z.string() })),
  }),
  paymentType: z.enum(['Cash', 'Direct']),
  package: z.object({ _id: z.string(), code: z.string() }),
  packageTitle: z.string(),
  description: z.string(),
  /** Months the credit stays valid. */
  duration: z.number(),
  addition: z.number(),
  /** Credits added to the wallet: credit + addition. */
  creditPurchase: z.number(),
  /** RM with two decimals, as text. */
  amount: z.string(),
  isPay: z.boolean(),
  isRejected: z.boolean(),
  isCancelled: z.boolean(),
  isDisable: z.boolean(),
  status: z.enum(paymentStatuses),
  coachReceived: reference('name').nullable(),
  verifyBy: text,
  /** The day of the verification plus the months bought. */
  expired_date: text,
  /** The wallet's expiry after the payment, never earlier than before it. */
  validUntil: text,
  /** Why it was cancelled, if a reason was given. */
  cancelReason: text,
  /** The cancelled payment that this order was made again from, and the order that was made again from this payment. */
  replaces: reference('orderID').nullable(),
  replacedBy: reference('orderID').nullable(),
  /** The payer's balance and last day of credit now. */
  wallet: z.number(),
  creditExpired: text,
  /** Of a card payment that was ordered at the provider. */
  card: cardFacts.nullable(),
})
export type Payment = z.output<typeof payment>

export const paymentSort = [
  'dateTime',
  'createdAt',
  'receivedAt',
  'verifiedAt',
  'orNo',
  'orderID',
  'amount',
  'creditPurchase',
  'createdBy',
  'coachReceived',
  'paymentType',
  'memberId',
  'status',
  'isPay',
  'isRejected',
  'isCancelled',
  'isDisable',
  'rejectedAt',
  'cancelledAt',
  'package',
  'packageTitle',
  'description',
  'duration',
  'addition',
  'verifyBy',
  'expired_date',
  'validUntil',
  'wallet',
  'creditExpired',
] as const

/** Which of a payment's two dates the range filters. */
export const dateBy = z.enum(['received', 'verified'], { error: 'Date used must be received or verified' })

export const orderBody = z.object({
  memberId: id('Member is required'),
  package: id('Package is required'),
  coachReceived: id('Coach Received is required'),
  paymentType: z.enum(['Cash', 'Direct'], { error: 'Payment type must be Cash or Direct' }).default('Cash'),
  /** Similar orders that the caller was shown; the order is refused when there are others. Not checked when left out. */
  knows: z.array(id()).max(100).nullish(),
})

/** Official receipts in one PDF at most. */
export const mostReceipts = 200

const receiptIds = z
  .string({ error: nothingChosen })
  .transform((list) => [...new Set(list.split(',').filter(Boolean))])
  .pipe(z.array(id()).min(1, nothingChosen).max(mostReceipts, `At most ${mostReceipts} receipts at once`))

/** The public facts of a receipt, none of them about the person who paid. */
export const checkedReceipt = z.object({
  state: z.enum(['valid', 'cancelled']),
  orNo: z.string(),
  /** Day of the verification, `YYYY-MM-DD`. */
  date: z.string(),
  /** RM with two decimals, as text. */
  amount: z.string(),
  companyName: z.string(),
})
export type CheckedReceipt = z.output<typeof checkedReceipt>

const undoing = undoOf('/payment/:id', {
  may: 'verifyPayment.verify',
  summary:
    'Undoes a verification: the payment is cancelled and the same order made again as Pending, together. Undoes a cancellation by making the same order again; once',
  confirm: 'Are you sure to undo this payment?',
})

export const payments = {
  list: endpoint({
    method: 'GET',
    path: '/payment',
    may: ['verifyPayment.view', 'dashboard.view'],
    summary:
      'With dashboard view alone only pending payments are listed. The days are those of the order and, once verified, of the verification; dateBy says one of the two',
    query: z.object({
      ...page(paymentSort),
      ...dayRange,
      dateBy: dateBy.optional(),
      isPay: flag().optional(),
      isRejected: flag().optional(),
      isCancelled: flag().optional(),
      createdBy: ids().optional(),
      coachReceived: ids().optional(),
      paymentType: someOf(['Cash', 'Direct']).optional(),
      status: someOf(paymentStatuses).optional(),
      /** Rejected ones, and card payments that were declined or whose link has ended. */
      failed: flag().optional(),
    }),
    result: listOf(payment),
  }),
  get: endpoint({
    method: 'GET',
    path: '/payment/:id',
    may: ['verifyPayment.view', 'dashboard.view'],
    result: payment,
  }),
  order: endpoint({
    method: 'POST',
    path: '/payment',
    may: ['dashboard.view', 'verifyPayment.verify'],
    body: orderBody,
    result: payment,
    confirm: 'Are you sure to submit?',
    done: 'Created',
  }),
  settle: endpoint({
    method: 'PUT',
    path: '/payment/direct/:id',
    changes: '/payment/:id',
    may: 'verifyPayment.verify',
    summary: 'isPay true verifies, isPay false with isRejected true rejects',
    body: z
      // Only a real boolean moves money, not a text that may mean one.
      .object({ isPay: z.boolean({ error: 'Verify or reject is required' }), isRejected: z.boolean().nullish() })
      .refine(({ isPay, isRejected }) => isPay !== (isRejected ?? false), {
        error: 'A payment is either verified or rejected',
        path: ['isRejected'],
      }),
    result: payment,
    confirm: 'Are you sure to verify this payment?',
    done: 'Verified',
  }),
  verifyMany: endpoint({
    method: 'PUT',
    path: '/payment/verify',
    confirmed: true,
    may: 'verifyPayment.verify',
    body: z.object({
      ids: z
        .array(id(), { error: orTooMuch(nothingChosen) })
        .min(1, nothingChosen)
        .max(500),
    }),
    result: z.object({
      verified: z.array(payment),
      failed: z.array(z.object({ _id: z.string(), message: z.string() })),
    }),
    confirm: 'Are you sure to verify all selected payments?',
    done: 'Verified',
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/payment/cancel/:id',
    changes: '/payment/:id',
    may: 'verifyPayment.verify',
    body: z.object({ reason: words('Reason').schema }).optional(),
    result: payment,
    confirm: 'Are you sure to cancel this payment?',
    done: 'Cancelled',
  }),
  receipt: endpoint({
    method: 'GET',
    path: '/payment/generate/pdf/:id',
    may: 'verifyPayment.view',
    summary: 'An official receipt as PDF; with print=true a viewer asks for a printer as soon as it is open',
    query: z.object({ print: flag().optional() }),
    result: { file: 'pdf' },
  }),
  receipts: endpoint({
    method: 'GET',
    path: '/payment/generate/pdf',
    confirmed: true,
    may: 'verifyPayment.view',
    summary: 'The official receipts of several payments, all of them Done, as one PDF in the order of the ids',
    query: z.object({ ids: receiptIds }),
    result: { file: 'pdf' },
  }),
  rehearseUndo: undoing.rehearse,
  undo: undoing.undo,
  checkReceipt: endpoint({
    method: 'GET',
    path: '/receipt/:token',
    may: 'public',
    perMinute: 60,
    summary: 'Whether a receipt holds, for whoever has it in hand: the code printed on it leads here',
    params: z.object({ token: z.string().regex(/^[\w-]{22}$/) }),
    result: checkedReceipt,
  }),
}
