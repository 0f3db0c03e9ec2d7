/** A member as a client sends it: one schema for each kind, and what the server reads before it knows the kind. */
import { z } from 'zod'
import { switchedOff } from '../platform/field.ts'
import { largestInteger, numberIn, wholeNumber } from '../platform/number.ts'
import { id, maybeIds } from '../platform/query.ts'
import { type FieldName, type MemberKind, memberCreate, memberKinds, memberUpdate } from './fields.ts'

export const walletRequired = 'Wallet is required'

/** What the database holds at most. */
const largestBalance = 2_147_483_647
const opening = { wallet: wholeNumber({ min: -largestInteger }).nullish() }
// A wallet may hold more than is typed at once; sent back as it was read it is no edit.
const balance = wholeNumber({ min: -largestBalance, max: largestBalance })
const wallet = { wallet: balance.nullish(), walletWas: balance.nullish() }
const isDisable = switchedOff().optional()
const parents = z.array(id()).max(10)
// The picture travels beside the fields, as a file.
const noPicture = { picture: true } as const

export const childOfParent = memberCreate.child.omit(noPicture)

export const newMember = {
  adult: memberCreate.adult.omit(noPicture).extend({ kind: z.literal('adult'), ...opening, isDisable }),
  parent: memberCreate.parent.omit(noPicture).extend({
    kind: z.literal('parent'),
    children: z.array(childOfParent).max(20).nullish(),
    ...opening,
    isDisable,
  }),
  child: childOfParent.extend({ kind: z.literal('child'), mainIDs: parents.min(1), isDisable }),
} as const satisfies Record<MemberKind, z.ZodType>

export const memberEdit = {
  adult: memberUpdate.adult.omit(noPicture).extend({ kind: z.literal('adult').optional(), ...wallet, isDisable }),
  parent: memberUpdate.parent.omit(noPicture).extend({ kind: z.literal('parent').optional(), ...wallet, isDisable }),
  child: memberUpdate.child
    .omit(noPicture)
    .extend({ kind: z.literal('child').optional(), mainIDs: parents.optional(), ...wallet, isDisable }),
} as const satisfies Record<MemberKind, z.ZodType>

export const anyNewMember = z.discriminatedUnion('kind', [newMember.adult, newMember.parent, newMember.child])
export const anyMemberEdit = z.union([memberEdit.adult, memberEdit.parent, memberEdit.child])
export type NewMember = z.output<typeof anyNewMember>
export type MemberEdit = z.output<typeof anyMemberEdit>

/** The fields of a member of any kind as they were sent, not checked yet. */
export type SentFields = { [K in FieldName]?: unknown }

/** A member's body as sent: checked is what all kinds share; the fields are checked once the kind is known. */
export interface SentMember extends SentFields {
  kind?: MemberKind | null | undefined
  mainIDs?: string[] | null | undefined
  /** The same as `mainIDs`; when both are sent, the changed one counts. */
  parents?: string[] | null | undefined
  isDisable?: boolean | undefined
  /** Opening balance of a new member; else a set-to edit in credits, with the balance the form was loaded with. */
  wallet?: number | null | undefined
  walletWas?: number | null | undefined
  /** A parent's children, created in the same transaction. */
  children?: SentChild[] | null | undefined
  // What a document that was read holds besides, and an edit cannot change.
  isIndependent?: unknown
  emergencyContact?: unknown
  classes?: unknown
}

interface SentChild extends SentFields {
  children?: unknown
}

/**
 * Reads a member's body before its kind is known: the server derives the kind when it is not named (mainIDs: child,
 * icNo: adult, else parent), takes it from the stored member on an edit, and then checks the fields of that kind.
 */
export const sentMember = z
  .looseObject({
    kind: z.enum(memberKinds).nullish(),
    mainIDs: maybeIds(10),
    parents: maybeIds(10),
    isDisable: switchedOff(),
    wallet: wholeNumber({ required: walletRequired, min: -largestBalance, max: largestBalance }).nullish(),
    walletWas: z.preprocess(numberIn, z.number().int()).nullish(),
    children: z.array(z.looseObject({})).max(20).nullish(),
  })
  .transform((body): SentMember => body)
