import type { CreditFlow } from '@academy/contract/reports/credit-flow.ts'
import type { DateRange } from '@academy/contract/reports/report.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { invalid } from '../platform/http/index.ts'
import { endOfDay, startOfDay } from '../platform/runtime/index.ts'
import { flowOnWire, flowRows, writtenIn } from './credit-flow.ts'
import type { Totals } from './output/frame.ts'
import { memberPart } from './people.ts'

/**
 * `wallets`, for `with`: what wallets did, computed backwards from their present balance, so that no entry before the
 * first day is read. `isMember` is the condition on a column of members. Wallets that neither held nor moved credit are
 * left out, unless `isAlwaysListed`.
 */
export const walletsOf = (
  { startDate, endDate }: DateRange,
  isMember: (column: string) => RawBuilder<boolean>,
  isAlwaysListed: RawBuilder<boolean> = sql`false`,
) => sql`
  wallets as (
    select wallet.member, wallet.balance - coalesce(moved.since, 0) as before, coalesce(moved.came, 0) as came,
      coalesce(moved.went, 0) as went, coalesce(moved.expired, 0) as expired,
      wallet.balance - coalesce(moved.later, 0) as after, coalesce(moved.entries, 0) as entries
    from wallet left join (
      select wallet_entry.member, ${movedIn} from (select member, credit, kind, at < ${endOfDay(endDate)} as within
        from wallet_entry where at >= ${startOfDay(startDate)} and ${isMember('wallet_entry.member')}) wallet_entry
      group by wallet_entry.member) moved on moved.member = wallet.member
    where ${isMember('wallet.member')} and (moved.entries > 0 or wallet.balance - coalesce(moved.since, 0) <> 0 or ${isAlwaysListed}))`

/** Sums of entries from the first day on, whose `within` is whether they are in the range or later. */
export const movedIn = sql`sum(credit) as since, sum(credit) filter (where not within) as later,
  sum(credit) filter (where within and credit > 0) as came,
  -sum(credit) filter (where within and credit < 0 and kind <> 'expired') as went,
  -sum(credit) filter (where within and credit < 0 and kind = 'expired') as expired, count(*) filter (where within) as entries`

/** The figures of a row of `wallets`. */
export const walletFigures = ({ startDate }: DateRange) => sql`
  before::float8 as credit_before_adjust, ${startOfDay(startDate)}::timestamptz as bf_time, came::float8 as "in",
  went::float8 as out, expired::float8 as expired, after::float8 as balance`

/** `wallets` as a statement shows them: `select ${walletStatement(dateRange)} from wallets join member ...`. */
export const walletStatement = (dateRange: DateRange) =>
  sql`member.id, ${memberPart('member')}, ${walletFigures(dateRange)}, entries::int as entries`

export const walletSums = sql<Totals>`count(*)::int as total, coalesce(sum(before), 0)::float8 as total_brought_forward,
  coalesce(sum(came), 0)::float8 as total_flow_in, coalesce(sum(went), 0)::float8 as total_flow_out,
  coalesce(sum(expired), 0)::float8 as total_expired, coalesce(sum(after), 0)::float8 as total_balance`

const maxEntries = 20_000

/** 400 when the rows of a page have more details than a screen could draw. */
export function checkEntries(rows: readonly { entries: number }[]): void {
  const entries = rows.reduce((sum, row) => sum + row.entries, 0)
  if (entries > maxEntries)
    throw invalid([
      { path: 'limit', message: `These members have ${entries} entries: ask for fewer at once, or for fewer days` },
    ])
}

/** Adds each member's entries of these days in the order of writing; `narrowed` is a further condition on them. */
export async function withFlow<Row extends { id: string }>(
  tx: Tx,
  dateRange: DateRange,
  rows: Row[],
  narrowed: RawBuilder<unknown> = sql`true`,
): Promise<Row[]> {
  const flow = await tx.query(
    flowRows(
      sql`wallet_entry.member = any(${rows.map(({ id }) => id)}::uuid[]) and ${writtenIn(dateRange)} and ${narrowed}`,
      sql`order by wallet_entry.member, wallet_entry.version`,
    ),
  )
  const byMember = Map.groupBy(flow.map(flowOnWire), ({ walletMember }: CreditFlow) => walletMember)
  return rows.map((row) => ({ ...row, creditFlow: byMember.get(row.id) ?? [] }))
}
