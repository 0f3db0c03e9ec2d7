import { z } from 'zod'
import { codeDays } from '../members/password-code.ts'
import { endpoint } from '../platform/endpoint.ts'
import { named } from '../platform/plain-errors.ts'
import { day, dayRange, id, listOf, page, person } from '../platform/query.ts'
import { walletDays, walletTotals } from '../reports/rows/wallet-row.ts'

/** A parent's wallet in some days, in credits. */
const parentFlow = z.object({
  _id: z.string(),
  member: person(),
  children: z.array(person()),
  ...walletDays,
})
export type ParentFlow = z.output<typeof parentFlow>

const expiry = z.object({
  _id: z.string(),
  name: z.string(),
  creditExpired: z.string().nullable(),
  /** Days from today, negative once past. */
  expiredIn: z.number().nullable(),
  wallet: z.number(),
})

export const pointAdjustFiles = {
  totalFlow: 'Member Total Flow.xlsx',
  parentWallet: 'Wallet_Report.xlsx',
  parentBalance: 'Wallet_Balance_Report.xlsx',
  passwords: 'Member_Passwords.xlsx',
} as const

export const pointAdjustMessages = {
  ownPassword: 'Your own password is required',
  wrongPassword: 'Your own password is wrong',
  passwordsOff:
    'New passwords for all members are switched off. Whoever runs the portal can switch them on with MEMBER_PASSWORDS=on',
  codesOff:
    'The portal cannot mail links. It needs a mail server, given on the page Academy, and PUBLIC_URL in its environment',
} as const

export const allPasswordsBody = z.object({
  /** The caller's own. */
  password: z
    .string({ error: pointAdjustMessages.ownPassword })
    .min(1, pointAdjustMessages.ownPassword)
    .max(200, { error: named('must be at most 200 characters') }),
})

/** Who was mailed a code. */
const mailedCodes = z.object({
  /** How many mails are on their way. */
  mailed: z.number(),
  /** Names of active members without an e-mail address, who got none. */
  withoutAddress: z.array(z.string()),
})
export type MailedCodes = z.output<typeof mailedCodes>

export const moveExpirationBody = z.object({
  from: id('Who gives the expiry is required'),
  to: id('Who gets the expiry is required'),
})

const { offset, limit, searchText } = page([])

export const pointAdjust = {
  totalFlow: endpoint({
    method: 'GET',
    path: '/point-adjust/generate-total-flow-excel',
    confirmed: true,
    may: 'membership.wallet',
    summary: 'What came into and left each wallet by kind, from the first entry on or in the days given',
    query: z.object(dayRange),
    result: { file: 'xlsx' },
  }),
  totalFlowBefore: endpoint({
    method: 'GET',
    path: '/point-adjust/generate-total-flow-excel/before',
    confirmed: true,
    may: 'membership.wallet',
    summary: 'The same of everything before a business day began, today unless said',
    query: z.object({ startDate: day().optional() }),
    result: { file: 'xlsx' },
  }),
  parentFlow: endpoint({
    method: 'GET',
    path: '/point-adjust/parent-flow',
    may: 'membership.wallet',
    summary: 'What each parent’s wallet did in the days, 31 days back unless said; totals are over all parents',
    query: z.object({ offset, limit, searchText, ...dayRange, parentId: id().optional() }),
    result: listOf(parentFlow).extend({
      startDate: z.string(),
      endDate: z.string(),
      computedAt: z.string(),
      ...walletTotals,
    }),
  }),
  moveExpiration: endpoint({
    method: 'PUT',
    path: '/point-adjust/move/parent-expiration',
    may: 'membership.expiration',
    summary: 'Gives a parent’s or child’s expiry date to the other, whose own is replaced; the giver has none any more',
    body: moveExpirationBody,
    result: z.object({ from: expiry, to: expiry }),
    confirm: 'Are you sure to submit?',
    done: 'Expiration date updated',
  }),
  parentWallet: endpoint({
    method: 'GET',
    path: '/point-adjust/get/parent-wallet',
    confirmed: true,
    may: 'membership.wallet',
    summary: 'What each parent’s wallet holds and when it expires',
    result: { file: 'xlsx' },
  }),
  parentBalance: endpoint({
    method: 'GET',
    path: '/point-adjust/get/parent-credit-balance',
    confirmed: true,
    may: 'membership.wallet',
    summary: 'How each parent’s balance came about, up to the end of a business day, today unless said',
    query: z.object({ date: day().optional() }),
    result: { file: 'xlsx' },
  }),
  mailCodes: endpoint({
    method: 'POST',
    path: '/point-adjust/mail/all-member/codes',
    confirmed: true,
    slow: true,
    status: 200,
    may: 'user.edit',
    summary: `Mails every active member who has an address a code for a password of their own, which works once and for ${codeDays} days; present passwords stay. Asks for the same as new passwords for all members, and for a mail server and a public address (409)`,
    body: allPasswordsBody,
    result: mailedCodes,
    confirm: 'Are you sure to mail codes to all members?',
  }),
  allPasswords: endpoint({
    method: 'PUT',
    path: '/point-adjust/update/all-member/password',
    confirmed: true,
    may: 'user.edit',
    summary:
      'Gives every member a new random password and answers them once; asks for the caller’s own password. Needs membership view and edit as well and no limit to centres; off (409) unless the setting MEMBER_PASSWORDS is on',
    body: allPasswordsBody,
    result: { file: 'xlsx' },
    confirm: 'Are you sure to change password?',
    done: 'Updated',
  }),
}
