import {
  coachStudentCreditReport,
  coachStudentCreditReportRoutes,
  summaryFlow,
  summaryFlowRoutes,
} from '@academy/contract/reports/coach-student-credit-report.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { startOfDay } from '../../platform/runtime/index.ts'
import { type FiltersOf, type RowOf, reportModule, type Source, type Totals } from '../output/report-module.ts'
import { memberAs, memberPart, partOf } from '../people.ts'
import { creditUsed, filteredBy } from '../scope.ts'
import { type Base, baseOf, entriesFrom, heldAt, heldJoin, movedFrom, reckoned, walletFigures } from './wallet-days.ts'

type Filters = FiltersOf<typeof coachStudentCreditReportRoutes>
type Row = RowOf<typeof coachStudentCreditReport>

const attended = sql`count(*) as attended, ${creditUsed} as used`
const presentIn = ({ startDate, endDate }: Filters) =>
  sql`attendance.class_date between ${startDate}::date and ${endDate}::date and attendance.status = 'P'`

/**
 * For `from`: the id, name and coach of members with one of the coaches in charge. Of those who were deleted it has whoever held
 * or moved credit in the range or came to a class of it, so that the sums stay what they were. In two parts, for an index each.
 */
const students = (filters: Filters) => {
  const { coachIncharge, startDate } = filters
  const withCoach = sql`select id, name, coach_incharge from member
    where coach_incharge is not null and ${filteredBy('member.coach_incharge', coachIncharge)}`
  return sql`(${withCoach} and not is_deleted union all ${withCoach} and is_deleted and (
    exists (select from wallet_entry where wallet_entry.member = member.id and at >= ${startOfDay(startDate)})
    or exists (select from attendance where attendance.member = member.id and ${presentIn(filters)})))`
}

const isListed = (column: string) => sql<boolean>`${sql.ref(column)} in (select id from listed)`

const rows = (_: Tx, filters: Filters, page: RawBuilder<unknown>, base: Base) => sql<Row>`
  with listed as (
    select member.id, lower(coach.name) as coach_name, lower(member.name) as member_name
    from ${students(filters)} member join coach on coach.id = member.coach_incharge
    order by lower(coach.name), coach.id, lower(member.name), member.id ${page}),
  moved as (
    select member, ${movedFrom(base)} from (${entriesFrom(filters, base, isListed('wallet_entry.member'))}) entry
    group by member),
  been as (
    select attendance.member, ${attended} from attendance
    where ${isListed('attendance.member')} and ${presentIn(filters)} group by attendance.member),
  wallets as (
    select wallet.member, ${reckoned(base)}
    from wallet ${heldJoin(base)} left join moved on moved.member = wallet.member where ${isListed('wallet.member')})
  select member.id, ${memberPart('member')}, ${partOf('coach', 'coach', 'id', 'name')},
    ${walletFigures(filters)}, coalesce(been.attended, 0)::float8 as attended,
    coalesce(been.used, 0)::float8 as credits_used,
    case when member.is_independent then '[]' else (
      select coalesce(json_agg(${memberAs('parent')} order by lower(parent.name), parent.id), '[]')
      from member_parent join member parent on parent.id = member_parent.parent
      where member_parent.child = member.id) end as paid_by
  from listed join member on member.id = listed.id join coach on coach.id = member.coach_incharge
  join wallets on wallets.member = listed.id left join been on been.member = listed.id
  order by listed.coach_name, coach.id, listed.member_name, member.id`

/** Summed without a group for each member, since only the sums are shown. */
const totals = (_: Tx, filters: Filters, base: Base) => sql<Totals>`
  select listed.total, (listed.balance + coalesce(moved.lead, 0))::float8 as total_brought_forward,
    coalesce(moved.came, 0)::float8 as total_flow_in, coalesce(moved.went, 0)::float8 as total_flow_out,
    coalesce(moved.expired, 0)::float8 as total_expired,
    (listed.balance + coalesce(moved.lead, 0) + coalesce(moved.net, 0))::float8 as total_balance,
    been.attended::float8 as total_attended, been.used::float8 as total_credits_used
  from (select count(*)::int as total, coalesce(sum(${heldAt(base)}), 0) as balance
      from ${students(filters)} member join wallet on wallet.member = member.id ${heldJoin(base)}) listed,
    (select ${movedFrom(base)} from (${entriesFrom(filters, base, sql`true`)}) entry
      where entry.member in (select id from ${students(filters)} member)) moved,
    (select ${attended} from attendance join ${students(filters)} member on member.id = attendance.member
      where ${presentIn(filters)}) been`

const source: Source<Row, Filters, Partial<Filters>, Base> = { given: baseOf, rows, totals }

/** The members of each coach by name: what their wallets did, and the classes they attended. */
export const coachStudentCreditReportModule = reportModule(
  coachStudentCreditReport,
  coachStudentCreditReportRoutes,
  source,
)
export const summaryFlowModule = reportModule(summaryFlow, summaryFlowRoutes, source)
