import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { messages } from '../platform/messages.ts'
import { flag, id, ids, listOf, onlyIds, page, reference } from '../platform/query.ts'
import { anyMemberEdit, anyNewMember, sentMember } from './bodies.ts'
import { chooseMember, foundMember, mayChooseMembers } from './choosing.ts'
import { type MemberField, memberFieldNames } from './fields.ts'
import { removal } from './removal.ts'
import { childOnPage, memberRow, parentOf, payer, text } from './rows.ts'

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

/** Lists are not sorted by these long, private texts. */
const unsorted = ['medical', 'note'] as const
type Unsorted = (typeof unsorted)[number]
type SortedField = Exclude<MemberField, Unsorted>
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
  choose: chooseMember,
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
    reads: 'membership.view',
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
