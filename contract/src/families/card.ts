/** The card of a family: what a clerk with a parent at the counter wants to know, in one answer. */
import { z } from 'zod'
import { creditTypes } from '../attendance/enrolments.ts'
import { memberKinds } from '../members/fields.ts'
import { endpoint } from '../platform/endpoint.ts'
import { reference } from '../platform/query.ts'

const text = z.string().nullable()
const person = z.object({
  _id: z.string(),
  name: z.string(),
  chName: text,
  thumbnail: text,
  isDisable: z.boolean(),
})
const payer = z.object({ _id: z.string(), name: z.string(), wallet: z.number() })

/** How one of the family was marked, and what it did to the wallet of then. */
const familyMark = z.object({
  _id: z.string(),
  status: z.enum(['P', 'A']),
  outStanding: z.boolean(),
  /** Credits it cost: 0 while absent. */
  creditMinus: z.number(),
  walletMember: payer,
})

const familyClass = z.object({
  _id: z.string(),
  course: reference('name'),
  /** Where it is. */
  venue: text,
  date: z.string(),
  duration: z.string(),
  coaches: z.array(z.string()),
  /** What being present costs, and whose wallet pays now; null for who is not enrolled any more, or never was. */
  enrolment: z.object({ _id: z.string(), creditType: z.enum(creditTypes), credit: z.number(), payer }).nullable(),
  /** Null while not marked, and for who may not see attendance. */
  mark: familyMark.nullable(),
})
export type FamilyClass = z.output<typeof familyClass>

const familyStudent = person.extend({
  dob: text,
  belt: reference('beltColor').nullable(),
  /** In which courses now. */
  courses: z.array(reference('name')),
  /** Of today, in the order of the day; those of the caller's centres. */
  classes: z.array(familyClass),
})
export type FamilyStudent = z.output<typeof familyStudent>

const openCase = z.object({
  _id: z.string(),
  member: reference('name'),
  course: reference('name'),
  date: z.string(),
  credit: z.number(),
})
const openOrder = z.object({
  _id: z.string(),
  orderID: z.string(),
  packageTitle: z.string(),
  paymentType: z.enum(['Cash', 'Direct']),
  /** RM with two decimals, as text. */
  amount: z.string(),
  credit: z.number(),
  createdAt: z.string(),
})
const receipt = openOrder
  .omit({ orderID: true, paymentType: true, createdAt: true })
  .extend({ orNo: z.string(), /** The day of the verification. */ date: z.string() })

const familyCard = z.object({
  /** Whose wallet the card tells: of a dependent child its first parent, of anybody else the one asked for. */
  main: person.extend({
    kind: z.enum(memberKinds),
    relationship: text,
    phoneNo: text,
    wallet: z.number(),
    creditExpired: text,
    /** Days from today, negative once past. */
    expiredIn: z.number().nullable(),
    /** About how many more classes the wallet pays for; null where it paid none in the last 90 days. */
    runway: z.number().nullable(),
  }),
  /** Those of the family with a card of their own: another parent of a child, parents and children who pay for themselves. */
  others: z.array(person.omit({ thumbnail: true }).extend({ kind: z.enum(memberKinds) })),
  /** Who trains on this wallet: the dependent children, and the main member unless a parent in no course. */
  students: z.array(familyStudent),
  /** Classes that this wallet still owes for or that its member attended, of all centres; the items, oldest first, of the caller's and for who may close them. */
  cases: z.object({ count: z.number(), credit: z.number(), items: z.array(openCase).nullable() }),
  /** What waits to be paid or verified, newest first; null for who may not see it. */
  orders: z.object({ count: z.number(), items: z.array(openOrder) }).nullable(),
  /** The last official receipts, newest first; null for who may not see payments. */
  receipts: z.array(receipt).nullable(),
})
export type FamilyCard = z.output<typeof familyCard>

export const familyCards = {
  card: endpoint({
    method: 'GET',
    path: '/family/:id/card',
    may: 'membership.view',
    summary:
      'A parent with the children, or an adult alone: who they are, today’s classes, the wallet, what is open; parts that the caller may not see are null',
    result: familyCard,
  }),
}
