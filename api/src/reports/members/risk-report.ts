import {
  riskDays,
  riskLeastBefore,
  riskRecentDays,
  riskReport,
  riskReportRoutes as routes,
} from '@academy/contract/reports/risk-report.ts'
import { sql } from 'kysely'
import { inCallersCentres, type Tx } from '../../platform/data/index.ts'
import { type FiltersOf, type RowOf, reportModule, type Totals } from '../output/report-module.ts'
import { entryAs, memberAs } from '../people.ts'
import { filteredBy, isPaid } from '../scope.ts'

type Filters = FiltersOf<typeof routes>
type Row = RowOf<typeof riskReport>

const daysBefore = riskDays - riskRecentDays

/** `risk`, for `with`: active members who trained in these days at the caller's centres, with what speaks for their leaving. */
const risk = (tx: Tx, { reason, coach }: Filters) => sql`seen as (
  select attendance.member, max(attendance.class_date) as last_class, bool_or(${isPaid} and attendance.credit_minus > 0) as paid,
    (array_agg(attendance.wallet_member order by attendance.class_date desc, attendance.id desc))[1] as payer,
    count(*) filter (where attendance.class_date > ${tx.today}::date - ${riskRecentDays}::int) as recent,
    count(*) filter (where attendance.class_date <= ${tx.today}::date - ${riskRecentDays}::int) as before
  from attendance join course on course.id = attendance.course
  where attendance.status = 'P' and attendance.class_date > ${tx.today}::date - ${riskDays}::int
    and attendance.class_date <= ${tx.today}::date and ${inCallersCentres(tx, 'course.centre')}
  group by attendance.member), judged as (
  select member.id, lower(member.name) as name, seen.*, wallet.balance, wallet.credit_expired,
    seen.before >= ${riskLeastBefore}
      and seen.recent * ${2 * daysBefore}::int <= seen.before * ${riskRecentDays}::int as attends_less,
    seen.paid and (wallet.balance <= 0 or coalesce(wallet.credit_expired < ${tx.today}::date, false)) as not_renewed
  from seen join member on member.id = seen.member and not member.is_disable and not member.is_deleted
  join wallet on wallet.member = seen.payer
  where ${filteredBy('member.coach_incharge', coach)}), risk as (
  select * from judged where ${
    reason === undefined
      ? sql`(attends_less or not_renewed)`
      : reason === 'attends-less'
        ? sql`attends_less`
        : sql`not_renewed`
  })`

const sums = sql`count(*)::int as total, (count(*) filter (where attends_less))::float8 as attends_less,
  (count(*) filter (where not_renewed))::float8 as not_renewed`

/** Members who are likely to stop: those for whom both reasons speak first, then who has not come for longest. */
export const riskReportModule = reportModule(riskReport, routes, {
  isSummed: true,
  rows: (tx, filters: Filters, page) => sql<Row>`
    with ${risk(tx, filters)}, sums as (select ${sums} from risk), listed as (
      select * from risk order by attends_less and not_renewed desc, last_class, name, id ${page})
    select listed.id, member.name, member.ch_name, ${entryAs('coach', 'name', 'name')} as coach_incharge,
      array_remove(array[case when listed.attends_less then 'attends-less' end,
        case when listed.not_renewed then 'not-renewed' end], null) as reasons,
      listed.last_class, listed.recent::float8 as recent, listed.before::float8 as before,
      ${memberAs('payer')} as payer, listed.balance as wallet, listed.credit_expired, sums.*
    from listed cross join sums join member on member.id = listed.id join member as payer on payer.id = listed.payer
    left join coach on coach.id = member.coach_incharge
    order by listed.attends_less and listed.not_renewed desc, listed.last_class, listed.name, listed.id`,
  totals: (tx, filters) => sql<Totals>`
    with ${risk(tx, filters)} select ${sums} from risk`,
})
