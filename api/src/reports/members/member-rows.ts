import type { MemberReportRow } from '@academy/contract/reports/rows/member-row.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import type { Totals } from '../output/report-module.ts'
import { partOf } from '../people.ts'

/** Members as the expiry and TM reports show them. `listed` selects the ids and their sort columns, `order` sorts by these. */
export const memberRows = (tx: Tx, listed: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<
  Omit<MemberReportRow, '_id'> & { id: string }
>`
  select member.id, member.name, member.ch_name, member.ic_no, member.tm_no, member.email, wallet.balance as wallet,
    wallet.credit_expired, wallet.credit_expired - ${tx.today}::date as expired_in,
    ${partOf('belt', 'belt', 'id', 'belt_color')}, ${partOf('member_type', 'member_type', 'id', 'member_type')},
    (select coalesce(json_agg(json_build_object('_id', child.id, 'name', child.name, 'chName', child.ch_name)
        order by lower(child.name), child.id), '[]')
      from member_parent join member child on child.id = member_parent.child and not child.is_deleted
      where member_parent.parent = member.id) as children_details
  from (${listed}) listed
  join member on member.id = listed.id
  join wallet on wallet.member = listed.id
  left join belt on belt.id = member.belt
  left join member_type on member_type.id = member.member_type
  order by ${order}`

export const memberSums = (matching: RawBuilder<unknown>) =>
  sql<Totals>`select count(*)::int as total, coalesce(sum(wallet.balance), 0)::float8 as total_wallet ${matching}`
