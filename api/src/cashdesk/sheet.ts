import type { cashdesk, Sheet } from '@academy/contract/cashdesk/cashdesk.ts'
import { addDays, daysBetween } from '@academy/contract/courses/calendar.ts'
import { type RawBuilder, sql } from 'kysely'
import { businessDayOf, checkRange, isOpenCash, type Tx } from '../platform/data/index.ts'
import { type Call, invalid } from '../platform/http/index.ts'
import { endOfDay, startOfDay } from '../platform/runtime/index.ts'

/** Of a `line` and its payment: given back after its close, and in no later one. */
const isGivenBack = sql<boolean>`line.kind = 'received' and payment.is_cancelled
  and not exists (select 1 from cash_close_line as back where back.payment = payment.id and back.kind = 'returned')`

const onDay = (day: string): RawBuilder<boolean> =>
  sql`payment.created_at >= ${startOfDay(day)} and payment.created_at < ${endOfDay(day)}`

/** 400 for a coach that does not exist; a disabled one may still have cash to hand over. */
export async function coachNamed(tx: Tx, id: string, path = 'coach'): Promise<{ _id: string; name: string }> {
  const [coach] = await tx.query<{ id: string; name: string }>(sql`select id, name from coach where id = ${id}`)
  if (!coach) throw invalid([{ path, message: 'This Coach does not exist' }])
  return { _id: coach.id, name: coach.name }
}

/** 400 for a future day. */
export function checkDay(tx: Tx, day: string): void {
  if (day > tx.today) throw invalid([{ path: 'day', message: 'A day to come cannot be closed' }])
}

interface Paid {
  id: string
  orderNo: string
  receiptNo: string | null
  member: string
  name: string
  chName: string | null
  packageTitle: string
  createdAt: string
  verifiedAt: string | null
  cancelledAt: string | null
}

export const paidOf = (row: Paid) => ({
  _id: row.id,
  orderID: row.orderNo,
  orNo: row.receiptNo,
  payer: { _id: row.member, name: row.name, chName: row.chName },
  packageTitle: row.packageTitle,
  createdAt: row.createdAt,
  receivedAt: row.createdAt,
  verifiedAt: row.verifiedAt,
})

export const paidColumns = sql`payment.id, payment.order_no, payment.receipt_no, payment.member, member.name,
  member.ch_name, payment.package_title, payment.created_at, payment.cancelled_at,
  case when payment.is_pay then payment.date_time end as verified_at`

/** What a coach received on a day and what was given back since the last close. */
export async function sheetOf(tx: Tx, { day, coach }: { day: string; coach: string }): Promise<Sheet> {
  checkDay(tx, day)
  const named = await coachNamed(tx, coach)
  const items = await tx.query<
    Paid & { amount: string; isPay: boolean; creditPurchase: number; wallet: number }
  >(sql`select ${paidColumns}, payment.amount, payment.is_pay, payment.credit_purchase, wallet.balance as wallet
    from payment join member on member.id = payment.member join wallet on wallet.member = payment.member
    where payment.coach_received = ${coach} and ${onDay(day)} and ${isOpenCash} order by payment.created_at, payment.id`)
  const returned = await tx.query<
    Paid & { amount: string; cancelReason: string | null; close: string; number: string }
  >(sql`select ${paidColumns}, -payment.amount as amount, payment.cancel_reason, cash_close.id as close, cash_close.number
    from cash_close_line as line join cash_close on cash_close.id = line.close
      join payment on payment.id = line.payment join member on member.id = payment.member
    where cash_close.coach = ${coach} and ${isGivenBack} order by payment.updated_at, payment.id`)
  const closes = await tx.query<{ id: string; number: string }>(
    sql`select id, number from cash_close where day = ${day} and coach = ${coach} order by id`,
  )
  return {
    day,
    coach: named,
    items: items.map((row) => ({
      ...paidOf(row),
      amount: row.amount,
      status: row.isPay ? ('Done' as const) : ('Pending' as const),
      creditPurchase: row.creditPurchase,
      wallet: row.wallet,
    })),
    returned: returned.map((row) => ({
      ...paidOf(row),
      amount: row.amount,
      close: { _id: row.close, number: row.number },
      cancelReason: row.cancelReason,
    })),
    closes: closes.map(({ id, number }) => ({ _id: id, number })),
  }
}

/** The cash of a day and coach that is in no close. */
export async function leftOn(tx: Tx, day: string, coach: string): Promise<{ payments: number; amount: string }> {
  const [left] = await tx.query<{ payments: number; amount: string }>(
    sql`select count(*)::int as payments, coalesce(sum(payment.amount), 0)::numeric(12, 2)::text as amount
      from payment where payment.coach_received = ${coach} and ${onDay(day)} and ${isOpenCash}`,
  )
  return left ?? { payments: 0, amount: '0.00' }
}

const defaultDays = 31
const maxDays = 366

/** Days and coaches with cash in no close, the newest first. */
export async function openDays(tx: Tx, { startDate, endDate }: Call<typeof cashdesk.open>['query']) {
  const last = endDate ?? tx.today
  const first = startDate ?? addDays(last, 1 - defaultDays)
  checkRange({ startDate: first, endDate: last })
  if (daysBetween(first, last) >= maxDays)
    throw invalid([{ path: 'endDate', message: `The range must not be longer than ${maxDays} days` }])
  const rows = await tx.query<{
    day: string
    coach: string
    name: string
    payments: number
    pending: number
    amount: string
  }>(sql`select ${businessDayOf('payment.created_at')} as day, coach.id as coach, coach.name,
      count(*)::int as payments, (count(*) filter (where not payment.is_pay))::int as pending,
      sum(payment.amount)::numeric(14, 2)::text as amount
    from payment join coach on coach.id = payment.coach_received
    where payment.created_at >= ${startOfDay(first)} and payment.created_at < ${endOfDay(last)} and ${isOpenCash}
    group by 1, coach.id order by 1 desc, lower(coach.name), coach.id`)
  const items = rows.map(({ coach, name, ...row }) => ({
    _id: `${row.day}/${coach}`,
    ...row,
    coach: { _id: coach, name },
  }))
  const returned = await tx.query<{ coach: string; name: string; payments: number; amount: string }>(sql`
    select coach.id as coach, coach.name, count(*)::int as payments, sum(payment.amount)::numeric(14, 2)::text as amount
    from cash_close_line as line join cash_close on cash_close.id = line.close
      join payment on payment.id = line.payment join coach on coach.id = cash_close.coach
    where ${isGivenBack} group by coach.id order by lower(coach.name), coach.id`)
  return {
    items,
    total: items.length,
    ...(returned.length > 0
      ? { returned: returned.map(({ coach, name, ...row }) => ({ coach: { _id: coach, name }, ...row })) }
      : {}),
  }
}
