import {
  reconciliationReport,
  reconciliationReportRoutes as routes,
} from '@academy/contract/reports/reconciliation-report.ts'
import { type RawBuilder, sql } from 'kysely'
import { businessDayOf, isUnaccounted, type Tx } from '../../platform/data/index.ts'
import { endOfDay, startOfDay } from '../../platform/runtime/index.ts'
import { type FiltersOf, type RowOf, reportModule, type Totals } from '../output/report-module.ts'
import { memberAs, partOf } from '../people.ts'
import { filteredBy } from '../scope.ts'

type Filters = FiltersOf<typeof routes>
type Row = RowOf<typeof reconciliationReport>

const isReceived = sql<boolean>`received = day`
const isVerified = sql<boolean>`verified = day and cancelled is null`
/** Received that day, and neither rejected nor given back. */
const isKept = sql<boolean>`received = day and rejected is null and cancelled is null`

/** What happened on the lines, by day and coach, that have money with which a month should not be closed. */
const openLines = sql`select * from (
  select happenings.*, bool_or(${isReceived} and is_unaccounted) over (partition by day, coach) as is_open from happenings) as told
  where is_open`

/** `events`, for `with`: each payment once for each day of the range on which something happened to it. */
const eventsOf = ({ startDate, endDate, coachReceived, paymentType, isOpen }: Filters) => {
  const within = (column: string) =>
    sql<boolean>`(${sql.ref(column)} >= ${startOfDay(startDate)} and ${sql.ref(column)} < ${endOfDay(endDate)})`
  return sql`
  happenings as (
    select happened.day, dated.* from (
      select payment.id, payment.coach_received as coach, payment.member, payment.order_no, payment.receipt_no,
        payment.payment_type, payment.amount, ${businessDayOf('payment.created_at')} as received,
        case when payment.is_pay then ${businessDayOf('payment.date_time')} end as verified,
        ${businessDayOf('payment.rejected_at')} as rejected, ${businessDayOf('payment.cancelled_at')} as cancelled,
        ${businessDayOf('cash_close.closed_at')} as closed, cash_close.number as close_no,
        ${isUnaccounted} as is_unaccounted
      from payment
        left join cash_close_line as line on line.payment = payment.id and line.kind = 'received'
        left join cash_close on cash_close.id = line.close
      where (${within('payment.created_at')} or ${within('payment.date_time')} or ${within('payment.rejected_at')}
          or ${within('payment.cancelled_at')})
        and ${filteredBy('payment.coach_received', coachReceived)}
        and ${paymentType?.length ? sql`payment.payment_type = any(${paymentType}::text[])` : sql`true`}) as dated
    cross join lateral (select distinct day from (values (received), (verified), (rejected), (cancelled)) as days (day)
      where day between ${startDate}::date and ${endDate}::date) as happened),
  events as (${isOpen ? openLines : sql`select * from happenings`})`
}

const amountWhere = (condition: RawBuilder<boolean>) =>
  sql<string>`coalesce(sum(amount) filter (where ${condition}), 0)::numeric(14, 2)::text`

/** The sums of events. */
const sums = sql`
  ${amountWhere(isReceived)} as received,
  ${amountWhere(sql`${isReceived} and ${isVerified}`)} as verified_same_day,
  ${amountWhere(sql`${isKept} and verified <> day`)} as verified_later,
  ${amountWhere(sql`${isKept} and verified is null`)} as not_verified,
  ${amountWhere(sql`${isReceived} and rejected is not null`)} as rejected,
  ${amountWhere(sql`${isReceived} and cancelled is not null`)} as cancelled,
  ${amountWhere(sql`${isVerified} and received <> day`)} as verified_earlier,
  ${amountWhere(isVerified)} as verified,
  ${amountWhere(sql`${isKept} and payment_type = 'Cash' and closed = day`)} as closed_same_day,
  ${amountWhere(sql`${isKept} and payment_type = 'Cash' and closed <> day`)} as closed_later,
  ${amountWhere(sql`${isKept} and payment_type = 'Cash' and closed is null`)} as not_closed,
  ${amountWhere(sql`${isKept} and payment_type <> 'Cash'`)} as by_card,
  ${amountWhere(sql`cancelled = day`)} as given_back,
  (count(*) filter (where verified = day))::int as receipts_issued`

/** The payments that make up these rows. */
async function withPayments(tx: Tx, filters: Filters, rows: Row[]): Promise<Row[]> {
  const days = rows.map(({ day }) => day)
  const payments = await tx.query<Row['payments'][number] & { id: string; row: string }>(sql`
    with ${eventsOf(filters)}
    select events.id, events.day || '/' || coalesce(events.coach::text, '') as row, events.day,
      events.receipt_no as or_no, events.order_no as "order_iD", ${memberAs('member')} as member, events.payment_type,
      events.amount::text as amount, events.received, events.verified, events.rejected, events.cancelled, events.closed,
      events.close_no
    from events join member on member.id = events.member
    where events.day = any(${days}::date[]) order by events.order_no, events.id`)
  const byRow = Map.groupBy(payments, ({ row }) => row)
  return rows.map((row) => ({
    ...row,
    payments: (byRow.get(row.id) ?? []).map(({ id, row: _, ...payment }) => ({ ...payment, _id: id })),
  }))
}

/** What was received, verified, closed, rejected and given back, by day and coach. */
export const reconciliationReportModule = reportModule(reconciliationReport, routes, {
  rows: (_, filters: Filters, page) => sql<Row>`
    with ${eventsOf(filters)}
    select summed.day || '/' || coalesce(summed.coach_id::text, '') as id, summed.*, ${partOf('coach', 'coach', 'id', 'name')},
      '[]'::json as payments
    from (select day, events.coach as coach_id, ${sums},
        coalesce(json_agg(receipt_no order by receipt_no) filter (where cancelled = day), '[]') as receipts_cancelled
      from events group by day, events.coach) as summed
      left join coach on coach.id = summed.coach_id
    order by summed.day, lower(coach.name), summed.coach_id ${page}`,
  totals: (_, filters) => sql<Totals>`
    with ${eventsOf(filters)}
    select (select count(*)::int from (select distinct day, coach from events) as rows) as total, ${sums} from events`,
  detailed: withPayments,
})
