import { z } from 'zod'
import { paymentStatuses } from '../payments/rules.ts'
import { endpoint } from '../platform/endpoint.ts'
import { listOf, reference } from '../platform/query.ts'

const text = z.string().nullable()
const person = reference('name')

const memberOverview = z.object({
  /** Of the member, and of those whose classes its wallet pays. */
  nextClass: z
    .object({
      _id: z.string(),
      course: reference('name'),
      /** Where it is. */
      venue: text,
      date: z.string(),
      duration: z.string(),
      members: z.array(person),
    })
    .nullable(),
  /** Who was present in the last 90 days, of the classes that were marked. */
  attended: z.array(z.object({ ...person.shape, present: z.number(), marked: z.number() })),
  /** Credits of the classes that are still to be paid. */
  owed: z.number(),
  /** What the wallet did in the last six months; null for a dependent child. */
  months: z
    .object({
      startDate: z.string(),
      /** The balance as that day began, and at the end of each day that moved it. */
      before: z.number(),
      days: z.array(z.object({ date: z.string(), balance: z.number() })),
      /** Credits that came, and that went. */
      came: z.number(),
      went: z.number(),
    })
    .nullable(),
})
export type MemberOverview = z.output<typeof memberOverview>

const happeningKinds = ['class', 'credit', 'payment'] as const

/** A class, a payment, or what else moved the wallet. What paid for a class is told with the class. */
export const happening = z.object({
  _id: z.string(),
  what: z.enum(happeningKinds),
  /** Of a class its beginning, else when it was written. */
  at: z.string(),
  /** What it did to the wallet, signed; null where it did nothing. */
  moved: z.number().nullable(),
  attended: z
    .object({
      course: reference('name'),
      venue: text,
      date: z.string(),
      members: z.array(z.object({ ...person.shape, status: z.enum(['P', 'A']), outStanding: z.boolean() })),
      takeBy: z.string(),
    })
    .nullable(),
  /** The entry of the ledger. */
  entry: z
    .object({ kind: z.string(), label: z.string(), note: text, by: z.string(), before: z.number(), after: z.number() })
    .nullable(),
  payment: z
    .object({
      orNo: text,
      orderID: z.string(),
      packageTitle: z.string(),
      /** RM with two decimals, as text; null for who may not see payments. */
      amount: text,
      paymentType: z.enum(['Cash', 'Direct']),
      /** The coach who received it. */
      received: text,
      status: z.enum(paymentStatuses),
    })
    .nullable(),
})
export type Happening = z.output<typeof happening>

export const overviews = {
  overview: endpoint({
    method: 'GET',
    path: '/member/:id/overview',
    may: 'membership.view',
    summary:
      'How a member, or a parent with its children, stands: the next class, attendance, what is owed, the wallet',
    result: memberOverview,
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/member/:id/timeline',
    may: 'membership.view',
    summary: 'Classes, payments and what else moved the wallet, newest first',
    query: z.object({
      what: z.enum(happeningKinds).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(10),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    result: listOf(happening),
  }),
}
