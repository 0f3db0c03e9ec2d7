import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { messages } from '../platform/messages.ts'
import { flag, id, ids, listOf, onlyIds, page, reference } from '../platform/query.ts'
import { recordOf } from '../platform/records.ts'
import { anyMemberEdit, anyNewMember, sentMember } from './bodies.ts'
import { mayChooseMembers } from './choosing.ts'
import { type MemberChoice, type MemberField, memberFieldNames, memberKinds, memberTexts } from './fields.ts'
import { removal } from './removal.ts'

const text = z.string().nullable()

const parentOf = z.object({
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
const childOnPage = childOf.extend({
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
const payer = z.string().nullable()

export const contact = z.object({
  _id: z.string(),
  name: z.string(),
  relationship: text,
  phoneNo: z.string(),
  email: text,
  isDisable: z.boolean(),
})

export const memberDetail = memberRow.extend({
  children: z.array(childOnPage),
  emergencyContact: z.array(contact),
  classes: z.array(
    z.object({
      _id: z.string(),
      course: reference('name'),
      creditType: z.string(),
      credit: z.number(),
      isDisable: z.boolean(),
    }),
  ),
  payer,
  /** How many outstanding cases there are that the member's wallet owes for or that it attended. */
  openOutstanding: z.number(),
  /** Orders of the wallet not yet paid or verified; for a dependent child those of its parents. */
  openOrders: z.object({
    count: z.number(),
    /** RM with two decimals, as text. */
    amount: z.string(),
    /** What they would add to the wallet. */
    credit: z.number(),
  }),
})
export type MemberDetail = z.output<typeof memberDetail>

/** A member with what distinguishes those of the same name. */
const foundMember = memberRow
  .pick({ _id: true, kind: true, name: true, chName: true, phoneNo: true, isIndependent: true, isDisable: true })
  .extend({
    tmNo: text,
    /** The last four characters of the I/C number. */
    icTail: text,
    dob: text,
    belt: reference('beltColor').nullable(),
    wallet: memberRow.shape.wallet,
    /** With their wallets, which pay for a dependent child. */
    parents: z.array(parentOf.pick({ _id: true, name: true, wallet: true, isDisable: true })),
    payer,
  })
export type FoundMember = z.output<typeof foundMember>

/** Lists are not sorted by these long, private texts. */
const unsorted = ['medical', 'note'] as const
type Unsorted = (typeof unsorted)[number]
export type SortedField = Exclude<MemberField, Unsorted>
const isSorted = (name: MemberField): name is SortedField => !unsorted.some((each) => each === name)

export const memberSort = [
  ...memberFieldNames.filter(isSorted),
  ...([
    'wallet',
    'creditExpired',
    'expiredIn',
    'kind',
    'mainIDs',
    'children',
    'isDisable',
    'isIndependent',
    'createdAt',
    'updatedAt',
  ] as const),
]

/** The short form of a member, for choosing and for the dashboard's low balances. */
const paying = z.array(parentOf.pick({ _id: true, name: true, wallet: true }))
const choice = memberRow
  .pick({ _id: true, kind: true, name: true, chName: true, phoneNo: true, wallet: true, isIndependent: true })
  .extend({ isDisable: z.boolean(), mainIDs: paying, parents: paying })

const listQuery = z.object({
  ...page(memberSort),
  isAdult: flag().optional(),
  isChildren: flag().optional(),
  isParent: flag().optional(),
  isIndependent: flag().optional(),
  isChildrenOrAdult: flag().optional(),
  walletFilterAmount: z.coerce.number().int().optional(),
  mainIDs: ids().optional(),
  noUseMainIDs: ids().optional(),
  memberType: ids().optional(),
  belt: ids().optional(),
  coachIncharge: ids().optional(),
  /** Searches the names of parents too, as Ctrl-K and pickers do. */
  families: flag().optional(),
})

export const members = {
  list: endpoint({
    method: 'GET',
    path: '/member',
    may: 'membership.view',
    summary:
      'Who chooses members elsewhere, or sees the dashboard, is answered name, phone and wallet: of active ones with isDisable=false, or of independent ones with walletFilterAmount',
    forChoosing: choice,
    choosing: {
      may: mayChooseMembers,
      when: (query) =>
        query.isDisable === 'false' || (query.isIndependent === 'true' && Boolean(query.walletFilterAmount)),
    },
    query: listQuery,
    result: listOf(memberRow),
  }),
  /** How many members of each kind match the same filters. */
  counts: endpoint({
    method: 'GET',
    path: '/member/counts',
    may: 'membership.view',
    query: listQuery,
    result: z.object({ adult: z.number(), parent: z.number(), child: z.number() }),
  }),
  /** A few members that match a text, best first, or those of `ids` in their order. */
  find: endpoint({
    method: 'GET',
    path: '/member/find',
    may: 'membership.view',
    query: z.object({
      searchText: z.string().max(200).optional(),
      ids: onlyIds().optional(),
      limit: z.coerce.number().int().min(1).max(20).default(8),
    }),
    result: z.object({ items: z.array(foundMember) }),
  }),
  /** Active members to choose from, best match first, by name without a text; those of `ids` also when disabled. */
  choose: endpoint({
    method: 'GET',
    path: '/member/choose',
    may: mayChooseMembers,
    query: z.object({
      searchText: z.string().max(200).optional(),
      ids: onlyIds().optional(),
      kind: z.enum(memberKinds).optional(),
      /** Members who may be in a class: no parent accounts. */
      isChildrenOrAdult: flag().optional(),
      /** Children of these parents are left out. */
      noUseMainIDs: ids().optional(),
      /** Disabled ones too, of equally good ones the active first: who has left can be looked for in what happened. */
      all: flag().optional(),
      limit: z.coerce.number().int().min(1).max(50).default(50),
    }),
    result: z.object({ items: z.array(foundMember) }),
  }),
  get: endpoint({ method: 'GET', path: '/member/:id', may: 'membership.view', result: memberDetail }),
  create: endpoint({
    method: 'POST',
    path: '/member',
    may: 'membership.create',
    body: sentMember,
    sends: anyNewMember,
    result: memberDetail,
    upload: 'picture',
    confirm: messages.submit,
    done: 'Registered',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/member/:id',
    may: 'membership.edit',
    body: sentMember,
    sends: anyMemberEdit,
    result: memberDetail,
    upload: 'picture',
    confirm: messages.submit,
    done: messages.updated,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/member/:id',
    may: 'membership.delete',
    result: z.object({ _id: z.string() }),
    confirm: messages.deletion,
    done: messages.deleted,
  }),
  removal: endpoint({
    method: 'GET',
    path: '/member/:id/removal',
    may: 'membership.delete',
    summary: 'What the deletion of this member would do and leave; nothing is changed',
    result: removal,
  }),
  makeIndependent: endpoint({
    method: 'PUT',
    path: '/member/:parent/independent/:child',
    may: 'membership.edit',
    result: memberDetail,
    confirm: 'Are you sure to mark this child as independent? This action cannot be undone.',
    done: messages.updated,
  }),
  removePicture: endpoint({
    method: 'PUT',
    path: '/member/:id/remove/:file',
    may: 'membership.edit',
    params: z.object({ id: id(), file: z.string().max(200) }),
    result: memberDetail,
    confirm: messages.removePicture,
    done: messages.removed,
  }),
}
