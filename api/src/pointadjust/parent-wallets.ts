import { pointAdjustFiles } from '@academy/contract/pointadjust/pointadjust.ts'
import { sql } from 'kysely'
import { flowSums, type Tx } from '../platform/data/index.ts'
import { invalid } from '../platform/http/index.ts'
import { endOfDay } from '../platform/runtime/index.ts'
import type { Column, Export } from '../platform/sheets/index.ts'
import { section, withTotal } from './workbook.ts'

const childrenNames = sql<string | null>`(
  select string_agg(child.name, ', ' order by lower(child.name), child.id)
  from member_parent join member child on child.id = member_parent.child and not child.is_deleted
  where member_parent.parent = member.id)`

interface ParentRow {
  name: string
  chName: string | null
  email: string | null
  phoneNo: string | null
  children: string | null
}
const totalLine = { name: 'Total', chName: null, email: null, phoneNo: null, children: null } as const

const people: readonly Column<ParentRow>[] = [
  { header: 'Parent Name', kind: 'text', width: 28, value: ({ name }) => name },
  { header: 'Chinese Name', kind: 'text', width: 14, value: ({ chName }) => chName },
  { header: 'Email', kind: 'text', width: 28, value: ({ email }) => email },
  { header: 'Phone No.', kind: 'text', width: 15, value: ({ phoneNo }) => phoneNo },
  { header: 'Children', kind: 'text', width: 32, value: ({ children }) => children },
]
const personColumns = sql`member.name, member.ch_name, member.email, member.phone_no, ${childrenNames} as children`

interface WalletRow extends ParentRow {
  balance: number
  creditExpired: string | null
  expiredIn: number | null
}

/** What each parent's wallet holds now, and when that expires. */
export const parentWallet = (tx: Tx): Export<WalletRow> => ({
  file: pointAdjustFiles.parentWallet,
  sheet: 'Wallet Report',
  columns: [
    ...people,
    { header: 'Wallet', kind: 'integer', width: 11, value: ({ balance }) => balance },
    { header: 'Expiry Date', kind: 'day', width: 13, value: ({ creditExpired }) => creditExpired },
    { header: 'Expired In (days)', kind: 'integer', width: 16, value: ({ expiredIn }) => expiredIn },
  ],
  ...withTotal(
    tx.portions<WalletRow>(sql`
      select ${personColumns}, wallet.balance, wallet.credit_expired,
        wallet.credit_expired - ${tx.today}::date as expired_in
      from member join wallet on wallet.member = member.id
      where member.kind = 'parent' and not member.is_deleted order by lower(member.name), member.id`),
    { ...totalLine, balance: 0, creditExpired: null, expiredIn: null },
    (sum, { balance }) => ({ ...sum, balance: sum.balance + balance }),
  ),
  section,
})

interface BalanceRow extends ParentRow {
  came: number
  went: number
  expired: number
  balance: number
  wallet: number
}

/** How each parent's balance came about, up to the end of a day, also of those who were deleted since and held credit then; 400 for a future day. */
export function parentBalance(tx: Tx, { date = tx.today }: { date?: string | undefined }): Export<BalanceRow> {
  if (date > tx.today) throw invalid([{ path: 'date', message: 'The date cannot be in the future' }])
  const flow = flowSums()
  return {
    file: pointAdjustFiles.parentBalance,
    sheet: 'Wallet Balance Report',
    columns: [
      ...people,
      { header: 'Flow In', kind: 'integer', width: 11, value: ({ came }) => came },
      { header: 'Flow Out', kind: 'integer', width: 11, value: ({ went }) => went },
      { header: 'Expired', kind: 'integer', width: 11, value: ({ expired }) => expired },
      { header: 'Balance', kind: 'integer', width: 11, value: ({ balance }) => balance },
      { header: 'Wallet Now', kind: 'integer', width: 12, value: ({ wallet }) => wallet },
    ],
    ...withTotal(
      tx.portions<BalanceRow>(sql`
        select ${personColumns}, coalesce(flow.came, 0)::float8 as came, coalesce(flow.went, 0)::float8 as went,
          coalesce(flow.expired, 0)::float8 as expired,
          (coalesce(flow.came, 0) - coalesce(flow.went, 0) - coalesce(flow.expired, 0))::float8 as balance,
          wallet.balance::float8 as wallet
        from member join wallet on wallet.member = member.id
        left join (
          select member, ${flow.came} as came, ${flow.went} as went, ${flow.expired} as expired
          from wallet_entry where at < ${endOfDay(date)} group by member) flow
          on flow.member = member.id
        where member.kind = 'parent' and (not member.is_deleted or flow.came <> flow.went + flow.expired)
        order by lower(member.name), member.id`),
      { ...totalLine, came: 0, went: 0, expired: 0, balance: 0, wallet: 0 },
      (sum, row) => ({
        ...sum,
        came: sum.came + row.came,
        went: sum.went + row.went,
        expired: sum.expired + row.expired,
        balance: sum.balance + row.balance,
        wallet: sum.wallet + row.wallet,
      }),
    ),
    section,
  }
}
