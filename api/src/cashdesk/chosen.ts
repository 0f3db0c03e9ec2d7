/** The payments of a close, locked, and why one of them cannot be in it. */
import type { CloseBody } from '@academy/contract/cashdesk/cashdesk.ts'
import { paymentStatus } from '@academy/contract/payments/rules.ts'
import { sql } from 'kysely'
import { businessDayOf, type Tx } from '../platform/data/index.ts'

/** A locked payment, with all that decides whether it can be closed. */
export interface Chosen {
  id: string
  orderNo: string
  member: string
  payer: string
  amount: string
  paymentType: string
  coachReceived: string | null
  day: string
  isPay: boolean
  isRejected: boolean
  isCancelled: boolean
  /** Numbers of the closes that received it and gave it back. */
  receivedIn: string | null
  returnedIn: string | null
}

/** Locks in id order, as all code that locks payments does, to avoid deadlocks. */
export async function lockChosen(tx: Tx, ids: readonly string[]): Promise<Map<string, Chosen>> {
  await tx.query(sql`select id from payment where id = any(${ids}::uuid[]) order by id for update`)
  // A new statement sees what was committed while this one waited for the locks.
  const rows = await tx.query<Chosen>(sql`select payment.id, payment.order_no, payment.member, member.name as payer,
      payment.amount, payment.payment_type, payment.coach_received,
      ${businessDayOf('payment.created_at')} as day, payment.is_pay, payment.is_rejected, payment.is_cancelled,
      (select number from cash_close_line as line join cash_close on cash_close.id = line.close
        where line.payment = payment.id and line.kind = 'received') as received_in,
      (select number from cash_close_line as line join cash_close on cash_close.id = line.close
        where line.payment = payment.id and line.kind = 'returned') as returned_in
    from payment join member on member.id = payment.member where payment.id = any(${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Why a payment cannot be closed as received, if so. */
export function problemOfReceived(payment: Chosen | undefined, { day, coach }: CloseBody): string | undefined {
  if (!payment) return 'Payment not found'
  if (payment.paymentType !== 'Cash') return 'This is not a cash payment'
  if (payment.coachReceived !== coach || payment.day !== day) return 'Another coach or another day received it'
  if (payment.receivedIn) return `It is in close ${payment.receivedIn} already`
  if (payment.isRejected || payment.isCancelled) return `It is ${paymentStatus(payment)} by now`
  return undefined
}

/** Why a payment cannot be closed as given back, if so. */
export function problemOfReturned(payment: Chosen | undefined, { coach }: CloseBody): string | undefined {
  if (!payment) return 'Payment not found'
  if (payment.coachReceived !== coach) return 'Another coach received it'
  if (!payment.receivedIn || !payment.isCancelled) return 'It was not cancelled after a close'
  return payment.returnedIn ? `It is in close ${payment.returnedIn} already` : undefined
}

/** 'ORD-2026-0007 of Lim Ah Kow: ', before what is wrong with it. */
export const named = (payment: Chosen | undefined) => (payment ? `${payment.orderNo} of ${payment.payer}: ` : '')
