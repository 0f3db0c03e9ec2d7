import type { Happening, overviews } from '@academy/contract/members/overview.ts'
import { paymentStatus } from '@academy/contract/payments/rules.ts'
import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import { inCallersCentres, type Tx } from '../../platform/data/index.ts'
import type { Call } from '../../platform/http/index.ts'
import { timezone } from '../../platform/runtime/index.ts'
import { type Household, householdOf, isOf } from './overview.ts'

type Query = Call<typeof overviews.timeline>['query']
type Answer = ResultOf<typeof overviews.timeline>

/** A class that somebody was marked in, with the entries of the ledger that pay for it now. */
const classes = (tx: Tx, household: Household) => sql`
  select class.id, 'class' as what, (class.date + class.starts) at time zone ${timezone} as at,
    (sum(entry.credit) filter (where entry.member = ${household.id} or not ${household.isIndependent}))::int as moved,
    json_build_object('course', json_build_object('_id', course.id, 'name', course.name),
      'venue', centre.description, 'date', class.date, 'takeBy', max(attendance.taken_by_name),
      'members', json_agg(json_build_object('_id', member.id, 'name', member.name, 'status', attendance.status,
        'outStanding', attendance.outstanding) order by attendance.status desc, lower(member.name), member.id)) as attended,
    null::json as entry, null::json as payment
  from attendance
  join class on class.id = attendance.class
  join course on course.id = attendance.course
  join member on member.id = attendance.member
  left join centre on centre.id = course.centre
  left join wallet_entry entry on entry.id = attendance.entry
  where ${isOf(household, 'attendance')} and ${inCallersCentres(tx, 'course.centre')}
  group by class.id, course.id, centre.id`

/** Who may not see payments reads what the ledger says of them, and no amount. */
const paymentPart = (tx: Tx) => sql`json_build_object('orNo', payment.receipt_no, 'orderID', payment.order_no,
  'packageTitle', payment.package_title, 'paymentType', payment.payment_type,
  'amount', case when ${tx.by.can('verifyPayment.view')} then payment.amount::text end,
  'received', case when ${tx.by.can('verifyPayment.view')} then coach.name end,
  'isPay', payment.is_pay, 'isRejected', payment.is_rejected, 'isCancelled', payment.is_cancelled)`

/** What moved the wallet besides classes; an attendance taken back has left nothing. */
const entries = (tx: Tx, { id }: Household) => sql`
  select entry.id, case when payment.id is null then 'credit' else 'payment' end as what, entry.at, entry.credit as moved,
    null::json as attended,
    json_build_object('kind', entry.kind, 'label', entry.cause_label, 'note', entry.note, 'by', entry.by_name,
      'before', entry.balance_before, 'after', entry.balance_after) as entry,
    case when payment.id is null then null else ${paymentPart(tx)} end as payment
  from wallet_entry entry
  left join payment on payment.id = entry.cause_id and entry.cause_type = 'payment'
  left join coach on coach.id = payment.coach_received
  where entry.member = ${id} and entry.kind not in ('attendance', 'attendance-reversed')`

/** Orders that are not paid: those that wait, and for who sees all payments those that were rejected. */
const orders = (tx: Tx, { id }: Household) => sql`
  select payment.id, 'payment' as what, payment.created_at as at, null::int as moved, null::json as attended,
    null::json as entry, ${paymentPart(tx)} as payment
  from payment left join coach on coach.id = payment.coach_received
  where payment.member = ${id} and not payment.is_pay
    and (${tx.by.can('verifyPayment.view')} or ${tx.by.can('dashboard.view')} and not payment.is_rejected)`

interface Row extends Omit<Happening, '_id' | 'payment'> {
  id: string
  payment: (Omit<NonNullable<Happening['payment']>, 'status'> & Parameters<typeof paymentStatus>[0]) | null
  total: number
}

function happeningOf({ id, total: _, payment, ...row }: Row): Happening {
  if (!payment) return { _id: id, ...row, payment }
  const { isPay, isRejected, isCancelled, ...shown } = payment
  return { _id: id, ...row, payment: { ...shown, status: paymentStatus({ isPay, isRejected, isCancelled }) } }
}

/** Of a page past the end, where no row tells it. */
async function countOf(tx: Tx, all: RawBuilder<unknown>): Promise<number> {
  const [row] = await tx.query<{ count: number }>(sql`select count(*)::int as count from (${all}) as told`)
  return row?.count ?? 0
}

/**
 * What happened to a member and its wallet, newest first. Everything is told once: what moved adds up to the balance,
 * unless classes are at centres that the caller does not see. 404 when the member is unknown or was erased.
 */
export async function timelineOf(tx: Tx, id: string, { what, limit, offset }: Query): Promise<Answer> {
  const household = await householdOf(tx, id)
  const parts: RawBuilder<unknown>[] = []
  if (!what || what === 'class') parts.push(classes(tx, household))
  if (what !== 'class') parts.push(entries(tx, household), orders(tx, household))
  const all = sql`select * from (${sql.join(parts, sql` union all `)}) as told ${what ? sql`where what = ${what}` : sql``}`
  const rows = await tx.query<Row>(sql`
    select told.*, count(*) over ()::int as total from (${all}) as told
    order by at desc, id desc offset ${offset} limit ${limit}`)
  const total = rows[0]?.total ?? (offset > 0 ? await countOf(tx, all) : 0)
  return { items: rows.map(happeningOf), total }
}
