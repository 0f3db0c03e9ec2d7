import { z } from 'zod'
import { person, reference } from '../../platform/query.ts'
import type { ReportColumn } from '../report.ts'
import { fullName } from './full-name.ts'

/** A member as the expiry and the TM report show it. */
export const memberReportRow = z.object({
  _id: z.string(),
  name: z.string(),
  chName: z.string().nullable(),
  icNo: z.string().nullable(),
  tmNo: z.string().nullable(),
  belt: reference('beltColor').nullable(),
  email: z.string().nullable(),
  wallet: z.number(),
  /** Days from today, negative once past. */
  expiredIn: z.number().nullable(),
  creditExpired: z.string().nullable(),
  /** A parent's children. */
  childrenDetails: z.array(person()),
  memberType: reference('memberType').nullable(),
})
export type MemberReportRow = z.output<typeof memberReportRow>

export const memberReportColumns: readonly ReportColumn<MemberReportRow, { totalWallet: number }>[] = [
  {
    key: 'name',
    title: 'Member Name',
    kind: 'text',
    width: 28,
    value: fullName,
    drillDown: ({ _id }) => ({ to: 'member', member: _id, tab: 'financial' }),
  },
  { key: 'icNo', title: 'I/C No.', kind: 'text', width: 17, isSensitive: true },
  { key: 'tmNo', title: 'TM No.', kind: 'text', width: 12 },
  { key: 'belt', title: 'Belt Color', kind: 'text', width: 13, value: ({ belt }) => belt?.beltColor ?? null },
  { key: 'email', title: 'Email', kind: 'text', width: 28 },
  {
    key: 'wallet',
    title: 'Wallet',
    kind: 'integer',
    width: 10,
    total: ({ totalWallet }) => totalWallet,
    drillDown: ({ _id }) => ({ to: 'member', member: _id, tab: 'financial' }),
  },
  { key: 'expiredIn', title: 'Expired In (days)', kind: 'integer', width: 11 },
  { key: 'creditExpired', title: 'Expiry Date', kind: 'day', width: 12 },
  {
    key: 'childrenDetails',
    title: 'Children',
    kind: 'text',
    width: 28,
    value: ({ childrenDetails }) => childrenDetails.map(fullName).join(', '),
  },
  {
    key: 'memberType',
    title: 'Member Type',
    kind: 'text',
    width: 14,
    value: ({ memberType }) => memberType?.memberType ?? null,
  },
]
