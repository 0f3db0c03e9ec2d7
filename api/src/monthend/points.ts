/** What is open before a month is closed: classes, cash and its days of the month itself, all else also of those before it. */
import { type MonthPoint, monthPoints } from '@academy/contract/monthend/rules.ts'
import { keysOf } from '@academy/contract/platform/records.ts'
import { daysOf } from '@academy/contract/reports/month.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  businessDayOf,
  isOpenCash,
  isOver,
  isPending,
  isUnaccounted,
  isUnmarked,
  type Tx,
} from '../platform/data/index.ts'
import { endOfDay, startOfDay } from '../platform/runtime/index.ts'
import { unpricedIn } from '../reports/reports.ts'

export interface Point {
  key: MonthPoint
  count: number
}

const day = businessDayOf('payment.created_at')

/** What is counted for each point, but for what is only of a month's classes. */
function counts(tx: Tx, month: string): Record<Exclude<MonthPoint, 'rates'>, RawBuilder<unknown>> {
  const { startDate, endDate } = daysOf(month)
  const [start, end] = [startOfDay(startDate), endOfDay(endDate)]
  return {
    classes: sql`select count(*) from class
      where ${isUnmarked} and ${isOver(tx)} and class.date between ${startDate}::date and ${endDate}::date`,
    // The card provider settles card orders.
    orders: sql`select count(*) from payment
      where payment.created_at < ${end} and payment.payment_type = 'Cash' and ${isPending}`,
    cash: sql`select count(distinct (${day}, payment.coach_received)) from payment
      where payment.created_at >= ${start} and payment.created_at < ${end} and ${isOpenCash}`,
    unreconciled: sql`select count(distinct ${day}) from payment
      where payment.created_at >= ${start} and payment.created_at < ${end} and ${isUnaccounted}`,
    cases: sql`select count(*) from attendance join member on member.id = attendance.member
        join member as payer on payer.id = attendance.wallet_member
      where attendance.outstanding and attendance.class_date <= ${endDate}::date
        and not member.is_deleted and not payer.is_deleted`,
    adjustments: sql`select count(*) from credit_adjustment where status = 'Pending' and date <= ${endDate}::date`,
    expired: sql`select count(*) from wallet join member on member.id = wallet.member
      where wallet.kind in ('adult', 'parent', 'child') and wallet.credit_expired <= ${endDate}::date
        and wallet.credit_expired < ${tx.today}::date and wallet.balance > 0
        and not member.is_deleted`,
    books: sql`select 1 - least(1, count(*)) from books_proof
      where finished_at >= ${end} and finished_at <= ${tx.now} and faults = 0`,
  }
}

/** Each point with its count, in order. */
export async function pointsOf(tx: Tx, month: string): Promise<Point[]> {
  const columns = Object.entries(counts(tx, month)).map(([key, count]) => sql`(${count})::int as ${sql.ref(key)}`)
  const [found] = await tx.query<Record<string, number>>(sql`select ${sql.join(columns)}`)
  const all: Record<string, number> = { ...found, rates: await unpricedIn(tx, month) }
  return keysOf(monthPoints).map((key) => ({ key, count: all[key] ?? 0 }))
}

export const leftOpen = (points: readonly Point[]): Point[] => points.filter(({ count }) => count > 0)
