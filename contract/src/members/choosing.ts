import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { flag, ids, onlyIds, reference } from '../platform/query.ts'
import { memberKinds } from './fields.ts'
import { memberRow, parentOf, payer, text } from './rows.ts'

/** Permissions of forms and filters that choose a member; their holders see what distinguishes members of the same name. */
export const mayChooseMembers = [
  'membership.view',
  'dashboard.view',
  'verifyPayment.view',
  'credit_adjust.view',
  'report.attendance.view',
  'report.statement.view',
  'report.CreditStatement.view',
  'report.OverallFlow.view',
] as const

/** A member with what distinguishes those of the same name. */
export const foundMember = memberRow
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

/** Active members to choose from, best match first, by name without a text; those of `ids` also when disabled. */
export const chooseMember = endpoint({
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
})
