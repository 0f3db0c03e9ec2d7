import { monthOf } from '@academy/contract/reports/month.ts'
import type { DateRange } from '@academy/contract/reports/report.ts'
import type { CreditFlow } from '@academy/contract/reports/rows/credit-flow.ts'
import { type RawBuilder, sql } from 'kysely'
import { flowSums, type Tx } from '../../platform/data/index.ts'
import { invalid } from '../../platform/http/index.ts'
import { endOfDay, startOfDay } from '../../platform/runtime/index.ts'
import type { Totals } from '../output/report-module.ts'
import { memberPart } from '../people.ts'
import { flowOnWire, flowRows, writtenIn } from './credit-flow.ts'

/**
 * The month at whose start balances are kept from which those before a range are reckoned on; undefined to reckon back from
 * what wallets hold now.
 */
export type Base = string | undefined

/** Before the first entry wallets held nothing, and that month needs no balances. */
export async function baseOf(tx: Tx, { startDate }: DateRange): Promise<Base> {
  if (monthOf(startDate) >= monthOf(tx.today)) return undefined
  const month = `${monthOf(startDate)}-01`
  const [kept] = await tx.query<{ isKept: boolean }>(sql`
    select exists (select from month_start where month = ${month} and is_kept)
      or not exists (select from wallet_entry where at < ${startOfDay(month)}) as is_kept`)
  return kept?.isKept ? month : undefined
}

/** What a wallet holds at the base, in `from wallet ${heldJoin(base)}`. */
export const heldAt = (base: Base) => (base ? sql`coalesce(held.balance, 0)` : sql`wallet.balance`)
export const heldJoin = (base: Base) =>
  base ? sql`left join month_balance held on held.month = ${base} and held.member = wallet.member` : sql``

/** The entries between base and range and those of the range, whose `within` is true; `isMember` is a condition on them. */
export const entriesFrom = ({ startDate, endDate }: DateRange, base: Base, isMember: RawBuilder<unknown>) =>
  base
    ? sql`select member, credit, kind, at >= ${startOfDay(startDate)} as within from wallet_entry
        where at >= ${startOfDay(base)} and at < ${endOfDay(endDate)} and ${isMember}`
    : sql`select member, credit, kind, at < ${endOfDay(endDate)} as within from wallet_entry
        where at >= ${startOfDay(startDate)} and ${isMember}`

const flow = flowSums(sql`within`)

/** Sums of those entries; `lead` leads from the base to the first day. */
export const movedFrom = (base: Base) => sql`
  ${base ? sql`sum(credit) filter (where not within)` : sql`-sum(credit)`} as lead, sum(credit) filter (where within) as net,
  ${flow.came} as came, ${flow.went} as went, ${flow.expired} as expired, count(*) filter (where within) as entries`

/** The same of each wallet, where `moved` holds them by member or for none; as `int`, which is summed several times as fast. */
export const reckoned = (base: Base) => sql`
  (${heldAt(base)} + coalesce(moved.lead, 0))::int as before, coalesce(moved.came, 0)::int as came,
  coalesce(moved.went, 0)::int as went, coalesce(moved.expired, 0)::int as expired,
  (${heldAt(base)} + coalesce(moved.lead, 0) + coalesce(moved.net, 0))::int as after`

/** For `from`: every `wallet` with what it did between base and range and in the range, `moved`; `isMember` is a condition on entries. */
export const walletsMoved = (range: DateRange, base: Base, isMember: RawBuilder<unknown>) => sql`
  wallet ${heldJoin(base)} left join (
    select member, ${movedFrom(base)} from (${entriesFrom(range, base, isMember)}) entry
    group by member) moved on moved.member = wallet.member`

/**
 * `wallets`, for `with`: what wallets did. `isMember` is the condition on a column of members. Wallets that neither held nor
 * moved credit are left out, unless `isAlwaysListed`.
 */
export const walletsOf = (
  range: DateRange,
  base: Base,
  isMember: (column: string) => RawBuilder<boolean>,
  isAlwaysListed: RawBuilder<boolean> = sql`false`,
) => sql`
  wallets as (
    select wallet.member, ${reckoned(base)}, coalesce(moved.entries, 0) as entries
    from ${walletsMoved(range, base, isMember('wallet_entry.member'))}
    where ${isMember('wallet.member')}
      and (moved.entries > 0 or ${heldAt(base)} + coalesce(moved.lead, 0) <> 0 or ${isAlwaysListed}))`

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
