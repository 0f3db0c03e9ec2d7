import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { longText } from '../platform/field.ts'
import { amountIn, wholeNumber } from '../platform/number.ts'
import { named } from '../platform/plain-errors.ts'
import { day, dayRange, id, ids, leniently, listOf, page, reference } from '../platform/query.ts'
import { ringgit, sen } from '../wallet/rules.ts'
import { denominations, maxLines } from './rules.ts'

const text = z.string().nullable()
/** RM with two decimals, as text. */
const money = z.string()

const payer = z.object({ _id: z.string(), name: z.string(), chName: text })
const paid = {
  /** Of the payment. */
  _id: z.string(),
  orderID: z.string(),
  orNo: text,
  payer,
  packageTitle: z.string(),
  /** Instant of the order, when the money changed hands: a close goes by its day. */
  createdAt: z.string(),
  receivedAt: z.string(),
  /** Null until it is verified. */
  verifiedAt: text,
}

/** What a coach received on a day and is in no close yet. */
export const sheet = z.object({
  day: z.string(),
  coach: reference('name'),
  items: z.array(
    z.object({
      ...paid,
      amount: money,
      status: z.enum(['Pending', 'Done']),
      creditPurchase: z.number(),
      /** The payer's balance now. */
      wallet: z.number(),
    }),
  ),
  /** Payments cancelled after they were closed: the money went back, the amount is negative. */
  returned: z.array(z.object({ ...paid, amount: money, close: reference('number'), cancelReason: text })),
  /** The closes of that day and coach. */
  closes: z.array(reference('number')),
})
export type Sheet = z.output<typeof sheet>

export const cashClose = z.object({
  _id: z.string(),
  number: z.string(),
  day: z.string(),
  coach: reference('name'),
  /** How many payments it received and gave back. */
  payments: z.number(),
  returned: z.number(),
  expected: money,
  counted: money,
  /** Counted less expected; negative is short. */
  difference: money,
  remark: text,
  /** What stayed open of that day and coach. */
  leftPayments: z.number(),
  leftAmount: money,
  /** The close it corrects, and the close that corrects it. */
  corrects: reference('number').nullable(),
  correctedBy: reference('number').nullable(),
  /** The evening close that it is part of. */
  evening: reference('number').nullable(),
  closedBy: z.string(),
  closedAt: z.string(),
})
export type CashClose = z.output<typeof cashClose>

const closeLine = z.object({
  ...paid,
  kind: z.enum(['received', 'returned']),
  amount: money,
  /** Whether this close verified it; else it was verified before. */
  verifiedHere: z.boolean(),
  /** When the payment was cancelled. What was received before then is given back in the coach's next close. */
  cancelledAt: text,
})

export const cashCloseDocument = cashClose.extend({
  pieces: z.partialRecord(z.enum(denominations), z.number()).nullable(),
  lines: z.array(closeLine),
})
export type CashCloseDocument = z.output<typeof cashCloseDocument>

const countedRequired = 'Counted amount is required'
const amount = (pattern: RegExp) =>
  leniently(
    amountIn,
    z
      .string({ error: countedRequired })
      .trim()
      .regex(pattern, { error: named('must be an amount in RM with at most two decimals') })
      .transform((value) => ringgit(sen(value))),
  )
/** RM as typed. */
export const counted = amount(/^\d{1,7}(\.\d{1,2})?$/)
export const signed = amount(/^-?\d{1,7}(\.\d{1,2})?$/)

/** How many of a note or coin. */
export const pieceCount = wholeNumber({ max: 100_000 })

const remarkField = longText('Remark', {
  max: 500,
  placeholder: 'Why the money counted is not what was expected',
})
const requiredRemark = longText('Remark', { required: 'Remark is required', max: 500 })

const dayOf = day('Day is required')
const coachOf = id('Coach is required')
const chosen = z.array(id()).max(maxLines, `At most ${maxLines} payments in one close`)

export const closeBody = z
  .object({
    day: dayOf,
    coach: coachOf,
    /** Handed over. Those that are pending are verified. */
    payments: chosen,
    /** Given back out of this cash. */
    returned: chosen.nullish(),
    counted,
    pieces: z.partialRecord(z.enum(denominations), pieceCount).nullish(),
    remark: remarkField.schema,
    /** The expected amount the clerk saw; refused when it has changed since. */
    expected: signed.nullish(),
  })
  .refine(({ payments, returned }) => payments.length + (returned?.length ?? 0) > 0, {
    error: 'Please select at least one payment',
    path: ['payments'],
  })
export type CloseBody = z.output<typeof closeBody>

const correctionBody = z.object({
  /** The amount found later, or taken out when negative. */
  counted: signed,
  remark: requiredRemark.schema,
})

const view = 'verifyPayment.view' as const
const sortable = [
  'number',
  'day',
  'coach',
  'payments',
  'returned',
  'expected',
  'counted',
  'difference',
  'remark',
  'closedBy',
  'closedAt',
] as const

export const cashdesk = {
  list: endpoint({
    method: 'GET',
    path: '/cash-close',
    may: view,
    query: z.object({ ...page(sortable), ...dayRange, coach: ids().optional() }),
    result: listOf(cashClose),
  }),
  open: endpoint({
    method: 'GET',
    path: '/cash-close/open',
    may: view,
    summary: 'Days and coaches whose cash is not closed; the last 31 days unless said, at most 366',
    query: z.object(dayRange),
    result: listOf(
      z.object({
        _id: z.string(),
        day: z.string(),
        coach: reference('name'),
        payments: z.number(),
        /** How many of them wait for verification. */
        pending: z.number(),
        amount: money,
      }),
    ).extend({
      /** Given back after its close, of any day and in no close yet: each waits for the coach's next one. */
      returned: z.array(z.object({ coach: reference('name'), payments: z.number(), amount: money })).optional(),
    }),
  }),
  sheet: endpoint({
    method: 'GET',
    path: '/cash-close/sheet',
    may: view,
    summary: 'What a coach received on a day and is in no close yet',
    query: z.object({ day: dayOf, coach: coachOf }),
    result: sheet,
  }),
  close: endpoint({
    method: 'POST',
    path: '/cash-close',
    confirmed: true,
    may: 'verifyPayment.verify',
    summary: 'Verifies what is pending and closes it, all or nothing; details name each payment that stands in the way',
    body: closeBody,
    result: cashCloseDocument,
    confirm: 'Are you sure to close?',
    done: 'Closed',
  }),
  correct: endpoint({
    method: 'POST',
    path: '/cash-close/:id/correction',
    may: 'verifyPayment.verify',
    summary: 'A close of its own that expects what the other one misses',
    body: correctionBody,
    result: cashCloseDocument,
    confirm: 'Are you sure to close?',
    done: 'Closed',
  }),
  get: endpoint({ method: 'GET', path: '/cash-close/:id', may: view, result: cashCloseDocument }),
  print: endpoint({ method: 'GET', path: '/cash-close/:id/pdf', may: view, result: { file: 'pdf' } }),
}
