import type { ParentFlow, pointAdjust } from '@academy/contract/pointadjust/pointadjust.ts'
import { dateRangeOf, dateRangeProblem } from '@academy/contract/reports/report.ts'
import { type RawBuilder, sql } from 'kysely'
import { flowSums, memberMeant, type Tx } from '../platform/data/index.ts'
import { type Call, invalid } from '../platform/http/index.ts'
import { endOfDay, startOfDay } from '../platform/runtime/index.ts'

type Filters = Call<typeof pointAdjust.parentFlow>['query']

const range = { label: 'Date', back: 31 }

interface Sums {
  total: number
  totalBroughtForward: number
  totalFlowIn: number
  totalFlowOut: number
  totalExpired: number
  totalBalance: number
}
const nothing: Sums = {
  total: 0,
  totalBroughtForward: 0,
  totalFlowIn: 0,
  totalFlowOut: 0,
  totalExpired: 0,
  totalBalance: 0,
}

/** What each parent's wallet did in some days, by name; the sums are over all of them. */
export async function parentFlow(tx: Tx, filters: Filters) {
  const dateRange = dateRangeOf(range, filters, tx.today)
  const problem = dateRangeProblem(range, dateRange)
  if (problem) throw invalid([problem])
  const { parentId, searchText, offset, limit } = filters
  // Of those who were deleted it has whoever held or moved credit in the days, so that the sums stay what they were.
  const parents = sql`member.kind = 'parent' and (not member.is_deleted or exists (
      select from wallet_entry where wallet_entry.member = member.id and at >= ${startOfDay(dateRange.startDate)}))
    and ${parentId ? sql`member.id = ${parentId}` : sql`true`}
    and ${memberMeant(tx.by, searchText) ?? sql`true`}`
  const flow = flowSums(sql`within`)
  // Computed backwards from the balance, so that no entry before the first day is read.
  const moved = sql`sum(credit) as since, sum(credit) filter (where not within) as later,
      ${flow.came} as came, ${flow.went} as went, ${flow.expired} as expired`
  const entriesOf = (condition: RawBuilder<unknown>) => sql`(
    select member, credit, kind, at < ${endOfDay(dateRange.endDate)} as within from wallet_entry
      where at >= ${startOfDay(dateRange.startDate)} and ${condition}) entry`
  const rows = await tx.query<Omit<ParentFlow, '_id'> & { id: string }>(sql`
    with listed as (
      select member.id, lower(member.name) as name from member where ${parents}
      order by lower(member.name), member.id offset ${offset} limit ${limit})
    select member.id, json_build_object('_id', member.id, 'name', member.name, 'chName', member.ch_name) as member,
      (select coalesce(json_agg(json_build_object('_id', child.id, 'name', child.name, 'chName', child.ch_name)
          order by lower(child.name), child.id), '[]')
        from member_parent join member child on child.id = member_parent.child and not child.is_deleted
        where member_parent.parent = member.id) as children,
      (wallet.balance - coalesce(moved.since, 0))::float8 as credit_before_adjust,
      ${startOfDay(dateRange.startDate)}::timestamptz as bf_time, coalesce(moved.came, 0)::float8 as "in",
      coalesce(moved.went, 0)::float8 as out, coalesce(moved.expired, 0)::float8 as expired,
      (wallet.balance - coalesce(moved.later, 0))::float8 as balance
    from listed join member on member.id = listed.id join wallet on wallet.member = listed.id
    left join (select member, ${moved} from ${entriesOf(sql`member = any(array(select id from listed))`)} group by member) moved
      on moved.member = listed.id
    order by listed.name, member.id`)
  const [sums = nothing] = await tx.query<Sums>(sql`
    select wallets.total, (wallets.balance - coalesce(moved.since, 0))::float8 as total_brought_forward,
      coalesce(moved.came, 0)::float8 as total_flow_in, coalesce(moved.went, 0)::float8 as total_flow_out,
      coalesce(moved.expired, 0)::float8 as total_expired,
      (wallets.balance - coalesce(moved.later, 0))::float8 as total_balance
    from (select count(*)::int as total, coalesce(sum(wallet.balance), 0) as balance
        from member join wallet on wallet.member = member.id where ${parents}) wallets,
      (select ${moved} from ${entriesOf(sql`member in (select member.id from member where ${parents})`)}) moved`)
  return { ...sums, ...dateRange, computedAt: tx.now, items: rows.map(({ id, ...row }) => ({ _id: id, ...row })) }
}
