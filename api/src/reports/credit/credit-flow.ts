import type { DateRange } from '@academy/contract/reports/report.ts'
import type { CreditFlow } from '@academy/contract/reports/rows/credit-flow.ts'
import { type RawBuilder, sql } from 'kysely'
import { businessDayOf } from '../../platform/data/index.ts'
import { endOfDay, startOfDay } from '../../platform/runtime/index.ts'
import { coachNamesJoined } from '../people.ts'
import { timeOf } from '../scope.ts'

/** A condition: the entry was written on one of these business days. */
export const writtenIn = ({ startDate, endDate }: DateRange) =>
  sql`wallet_entry.at >= ${startOfDay(startDate)} and wallet_entry.at < ${endOfDay(endDate)}`

/** Entries as statements show them. `matching` is what follows `where`, `tail` the order and the page. */
export const flowRows = (matching: RawBuilder<unknown>, tail: RawBuilder<unknown>) => sql<
  Omit<CreditFlow, '_id'> & { id: string }
>`
  select wallet_entry.id, wallet_entry.member as wallet_member, ${businessDayOf('wallet_entry.at')} as date,
    ${timeOf('wallet_entry.at')} as time, wallet_entry.kind,
    concat_ws(', ', case wallet_entry.kind when 'attendance-reversed' then 'Taken back: ' else '' end || wallet_entry.cause_label,
      attendee.name, wallet_entry.note) as label,
    case when wallet_entry.credit > 0 then 'Flow In' else 'Flow Out' end as flow,
    abs(wallet_entry.credit) as credit, wallet_entry.balance_before as credit_before_adjust,
    wallet_entry.at as bf_time, wallet_entry.balance_after as balance, attendance.class_date,
    payment.receipt_no as or_no, payment.package_title as payment_title,
    coalesce(attendance.taken_by_name, wallet_entry.by_name) as take_by,
    coalesce(coach.name, main.coaches) as coach, assistant.coaches as assist_coach,
    attendance.course, attendance.class as scheduled_class, payment.order_no as "order_iD", payment.payment_type,
    case when wallet_entry.cause_type = 'adjustment' then wallet_entry.cause_id end as adjustment
  from wallet_entry
  left join attendance on wallet_entry.cause_type = 'attendance' and attendance.id = wallet_entry.cause_id
  left join payment on wallet_entry.cause_type = 'payment' and payment.id = wallet_entry.cause_id
  left join member attendee on attendee.id = wallet_entry.attended_by
  left join coach on coach.id = payment.coach_received
  ${coachNamesJoined(true, 'main')}
  ${coachNamesJoined(false, 'assistant')}
  where ${matching} ${tail}`

/** The same with `_id`. */
export const flowOnWire = ({ id, ...entry }: Omit<CreditFlow, '_id'> & { id: string }): CreditFlow => ({
  _id: id,
  ...entry,
})
