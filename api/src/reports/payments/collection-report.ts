import { collectionReport, collectionReportRoutes as routes } from '@academy/contract/reports/collection-report.ts'
import { sql } from 'kysely'
import { businessDayOf, isDone } from '../../platform/data/index.ts'
import { endOfDay, startOfDay } from '../../platform/runtime/index.ts'
import { type FiltersOf, type RowOf, reportModule, sortedAndPaged, type Totals } from '../output/report-module.ts'
import { entryAs, memberAs } from '../people.ts'
import { filteredBy, timeOf } from '../scope.ts'

type Filters = FiltersOf<typeof routes>

const dated = ({ dateBy }: Pick<Filters, 'dateBy'>) =>
  sql.ref(dateBy === 'received' ? 'payment.created_at' : 'payment.date_time')

/** Payments verified, or received, in these days and not cancelled since. */
const matching = ({ startDate, endDate, coachReceived, paymentType, ...filters }: Filters) => sql`
  from payment where ${isDone}
    and ${dated(filters)} >= ${startOfDay(startDate)} and ${dated(filters)} < ${endOfDay(endDate)}
    and ${filteredBy('payment.coach_received', coachReceived)}
    and ${paymentType?.length ? sql`payment.payment_type = any(${paymentType}::text[])` : sql`true`}`

export const collectionReportModule = reportModule(collectionReport, routes, {
  rows: (_, filters: Filters, page) => sql<RowOf<typeof collectionReport>>`
    select payment.id, payment.date_time, ${businessDayOf('payment.date_time')} as date, ${timeOf('payment.date_time')} as time,
      payment.created_at as received_at, ${businessDayOf('payment.created_at')} as received,
      payment.receipt_no as or_no, payment.order_no as "order_iD", ${memberAs('member')} as member, payment.package_title,
      payment.payment_type, ${entryAs('coach', 'name', 'name')} as coach_received, payment.verified_by_name as verify_by,
      payment.credit_purchase, payment.amount::text as amount
    from (select payment.id, ${dated(filters)} as at ${matching(filters)}
      ${sortedAndPaged(sql`${dated(filters)}, payment.id`, page)}) listed
    join payment on payment.id = listed.id
    join member on member.id = payment.member
    left join coach on coach.id = payment.coach_received
    order by listed.at, listed.id`,
  totals: (_, filters) => sql<Totals>`
    select count(*)::int as total, coalesce(sum(payment.amount), 0)::numeric(14, 2)::text as total_amount,
      coalesce(sum(payment.credit_purchase), 0)::float8 as total_credit
    ${matching(filters)}`,
})
