import { z } from 'zod'
import { reference } from '../platform/query.ts'
import { recordOf } from '../platform/records.ts'
import { type MemberChoice, memberKinds, memberTexts } from './fields.ts'

export const text = z.string().nullable()

export const parentOf = z.object({
  _id: z.string(),
  name: z.string(),
  relationship: text,
  wallet: z.number(),
  creditExpired: text,
  isDisable: z.boolean(),
})

const childOf = z.object({
  _id: z.string(),
  name: z.string(),
  isIndependent: z.boolean(),
  isDisable: z.boolean(),
})
export const childOnPage = childOf.extend({
  chName: text,
  dob: text,
  belt: reference('beltColor').nullable(),
  wallet: z.number(),
})

const choices = {
  memberType: reference('memberType').nullable(),
  belt: reference('beltColor').nullable(),
  coachIncharge: reference('name').nullable(),
  relationship: reference('relationship').nullable(),
} satisfies Record<MemberChoice, z.ZodType>

export const memberRow = z.object({
  _id: z.string(),
  kind: z.enum(memberKinds),
  ...recordOf(memberTexts, () => text),
  name: z.string(),
  picture: text,
  pictureDIR: text,
  thumbnail: text,
  /** Credits in the member's own wallet. A dependent child's is 0, its parents pay. */
  wallet: z.number(),
  creditExpired: text,
  /** Days from today, negative once past. */
  expiredIn: z.number().nullable(),
  /** About how many more classes the wallet pays for, rounded down; null where it paid none in the last 90 days. */
  runway: z.number().nullable(),
  ...choices,
  mainIDs: z.array(parentOf),
  /** The same as `mainIDs`. */
  parents: z.array(parentOf),
  /** Of a parent, by name; empty for others. */
  children: z.array(childOf),
  isDisable: z.boolean(),
  isIndependent: z.boolean(),
  isProtected: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type MemberRow = z.output<typeof memberRow>

/**
 * Whose wallet pays unless another is chosen: its own or, of a dependent child, that of the active parent who pays for its
 * classes, or of the first; null where no parent is active.
 */
export const payer = z.string().nullable()
