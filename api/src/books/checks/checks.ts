import { adjustments } from './adjustments.ts'
import { auditTrail } from './audit.ts'
import { cards } from './cards.ts'
import { cashdesk } from './cashdesk.ts'
import type { Check } from './check.ts'
import { expiry } from './expiry.ts'
import { monthBalances } from './month-balances.ts'
import { months } from './months.ts'
import { numbers } from './numbers.ts'
import { papers } from './papers.ts'
import { receipts } from './receipts.ts'
import { seals } from './seals.ts'

const wallets: readonly Check[] = [
  {
    name: 'every member has a wallet',
    count: 'select count(*)::int as count from member',
    fault: `select 'member ' || id as row, 'there is no wallet' as problem
      from member where not exists (select 1 from wallet where wallet.member = member.id) order by id limit 1`,
  },
  {
    name: 'ledger entries continue each other',
    count: 'select count(*)::int as count from wallet_entry',
    fault: `select 'wallet entry ' || id || ' (version ' || version || ' of member ' || member || ')' as row,
        case when version <> place then 'it should have version ' || place
          when balance_before <> coalesce(previous, 0)
            then 'it starts from ' || balance_before || ', the entry before it ends at ' || coalesce(previous, 0)
          else balance_before || ' and ' || credit || ' do not make ' || balance_after end as problem
      from (select *, row_number() over chain as place, lag(balance_after) over chain as previous
        from wallet_entry window chain as (partition by member order by version)) as entry
      where version <> place or balance_before <> coalesce(previous, 0) or balance_after <> balance_before + credit
      order by member, version limit 1`,
  },
  {
    name: 'balances are the sum of their entries',
    count: 'select count(*)::int as count from wallet',
    fault: `select 'wallet of member ' || wallet.member as row,
        'it says ' || balance || ' credits at version ' || version || ', its ' || coalesce(entries, 0)
          || ' entries make ' || coalesce(credits, 0) as problem
      from wallet left join (select member, sum(credit) as credits, count(*) as entries from wallet_entry group by member)
        as ledger on ledger.member = wallet.member
      where balance <> coalesce(credits, 0) or version <> coalesce(entries, 0) order by wallet.member limit 1`,
  },
  {
    // A debt is no fault here: up to 0.6 a payment of a deleted member could be cancelled, and nobody could pay or write it off.
    name: 'wallets of deleted members hold nothing',
    count: 'select count(*)::int as count from wallet',
    fault: `select 'wallet of member ' || wallet.member as row, 'the member was deleted, and it holds ' || balance as problem
      from wallet join member on member.id = wallet.member
      where member.is_deleted and balance > 0 order by wallet.member limit 1`,
  },
  {
    name: 'reversals undo one entry each',
    count: 'select count(*)::int as count from wallet_entry where reverses is not null',
    fault: `select 'wallet entry ' || entry.id as row,
        'it reverses ' || undone.id || ' of ' || undone.credit || ' credits with ' || entry.credit as problem
      from wallet_entry as entry join wallet_entry as undone on undone.id = entry.reverses
      where entry.credit <> -undone.credit or entry.member <> undone.member order by entry.id limit 1`,
  },
]

const payments: readonly Check[] = [
  {
    name: 'payments are in one of their four states',
    count: 'select count(*)::int as count from payment',
    fault: `select 'payment ' || order_no || ' (' || id || ')' as row,
        case when is_rejected and (is_pay or is_cancelled) then 'it is rejected and ' || case when is_pay then 'paid' else 'cancelled' end
          when is_cancelled and not is_pay then 'it is cancelled and was never paid'
          when (is_pay or is_rejected) and verified_by_name is null then 'it is settled, and nobody settled it'
          when not (is_pay or is_rejected) and verified_by_name is not null then 'it waits, and ' || verified_by_name || ' settled it'
          when is_pay and expired_date is null then 'it is paid and has no last day'
          else 'its rejection or cancellation has no moment' end as problem
      from payment
      where (is_rejected and (is_pay or is_cancelled)) or (is_cancelled and not is_pay)
        or (verified_by_name is not null) <> (is_pay or is_rejected) or (is_pay and expired_date is null)
        or is_rejected <> (rejected_at is not null) or is_cancelled <> (cancelled_at is not null)
      order by order_no limit 1`,
  },
  {
    name: 'payments agree with the ledger and their receipts',
    count: 'select count(*)::int as count from payment',
    fault: `select 'payment ' || payment.order_no || ' (' || payment.id || ')' as row,
        case when is_pay and receipt_no is null then 'it is paid and has no receipt number'
          when not is_pay and receipt_no is not null then 'it is not paid and has receipt ' || receipt_no
          when not is_pay and bought.id is not null then 'it is not paid, and wallet entry ' || bought.id || ' credits it'
          when is_pay and credit_purchase > 0 and bought.id is null then 'it is paid, and no wallet entry credits it'
          when bought.member <> payment.member or bought.credit <> credit_purchase
            then 'it is for ' || credit_purchase || ' credits of member ' || payment.member || ', wallet entry '
              || bought.id || ' gives ' || bought.credit || ' to ' || bought.member
          when right(bought.cause_label, length(receipt_no)) <> receipt_no then 'wallet entry ' || bought.id || ' names another receipt'
          when is_cancelled and bought.id is not null and undone.id is null then 'it is cancelled, and its credit was not taken back'
          when not is_cancelled and undone.id is not null
            then 'it is not cancelled, and wallet entry ' || undone.id || ' took its credit back'
          when bought.at <> date_time
            then 'it was verified at ' || date_time || ', wallet entry ' || bought.id || ' is of ' || bought.at
          else 'it was cancelled at ' || cancelled_at || ', wallet entry ' || undone.id || ' is of ' || undone.at end as problem
      from payment
        left join wallet_entry as bought on bought.cause = 'payment/' || payment.id
        left join wallet_entry as undone on undone.reverses = bought.id
      where is_pay <> (receipt_no is not null) or (not is_pay and bought.id is not null)
        or (is_pay and credit_purchase > 0 and bought.id is null)
        or bought.member <> payment.member or bought.credit <> credit_purchase
        or right(bought.cause_label, length(receipt_no)) <> receipt_no
        or (bought.id is not null and is_cancelled <> (undone.id is not null))
        or bought.at <> date_time or undone.at <> cancelled_at
      order by payment.order_no limit 1`,
  },
  {
    name: 'purchases in the ledger have a payment',
    count: `select count(*)::int as count from wallet_entry where kind in ('purchase', 'purchase-cancelled')`,
    fault: `select 'wallet entry ' || entry.id as row, 'there is no payment ' || coalesce(cause_id::text, '-') as problem
      from wallet_entry as entry where kind in ('purchase', 'purchase-cancelled')
        and not exists (select 1 from payment where payment.id = entry.cause_id) order by entry.id limit 1`,
  },
  {
    name: 'orders made again replace a cancelled payment',
    count: 'select count(*)::int as count from payment where replaces is not null',
    fault: `select 'payment ' || payment.order_no || ' (' || payment.id || ')' as row,
        case when not old.is_cancelled then 'it replaces ' || old.order_no || ', which is not cancelled'
          else 'it replaces ' || old.order_no || ' on other terms' end as problem
      from payment join payment as old on old.id = payment.replaces
      where not old.is_cancelled or old.member <> payment.member or old.amount <> payment.amount
        or old.credit_purchase <> payment.credit_purchase or old.duration <> payment.duration
      order by payment.order_no limit 1`,
  },
  {
    name: 'receipt numbers are used once',
    count: 'select count(*)::int as count from payment where receipt_no is not null',
    fault: `select 'receipt ' || receipt_no as row, 'it stands on ' || count(*) || ' payments' as problem
      from payment where receipt_no is not null group by receipt_no having count(*) > 1 order by receipt_no limit 1`,
  },
]

const attendance: readonly Check[] = [
  {
    name: 'attendance agrees with the ledger',
    count: 'select count(*)::int as count from attendance',
    fault: `select 'attendance ' || attendance.id as row,
        case when charged.id is null then 'it is present and neither paid nor outstanding'
          when undone.id is not null then 'wallet entry ' || charged.id || ' pays it, and was reversed'
          when charged.attended_by <> attendance.member
            then 'it is of member ' || attendance.member || ', wallet entry ' || charged.id || ' was attended by ' || charged.attended_by
          else 'it costs ' || credit_minus || ' credits of member ' || wallet_member || ', wallet entry ' || charged.id
            || ' takes ' || charged.credit || ' from ' || charged.member end as problem
      from attendance
        left join wallet_entry as charged on charged.id = attendance.entry
        left join wallet_entry as undone on undone.reverses = charged.id
      where (charged.id is null and status = 'P' and not outstanding and credit_minus > 0)
        or (charged.id is not null and (undone.id is not null or charged.credit <> -credit_minus
          or charged.member <> wallet_member or charged.attended_by <> attendance.member
          or charged.cause not like 'class/' || attendance.id || '/%'))
      order by attendance.id limit 1`,
  },
  {
    name: 'attendance is of its class and its enrollment',
    count: 'select count(*)::int as count from attendance',
    fault: `select 'attendance ' || attendance.id as row,
        case when class_date <> class.date then 'it is of ' || class_date || ', its class of ' || class.date
          when attendance.course <> class.course then 'it is of another course than its class ' || class.id
          else 'it is of another member or course than its enrollment ' || enrolment.id end as problem
      from attendance join class on class.id = attendance.class left join enrolment on enrolment.id = attendance.enrolment
      where class_date <> class.date or attendance.course <> class.course
        or enrolment.member <> attendance.member or enrolment.course <> attendance.course
      order by attendance.id limit 1`,
  },
  {
    name: 'classes count as marked where they have attendance',
    count: 'select count(*)::int as count from class',
    fault: `select 'class ' || class.id || ' (' || class.date || ')' as row,
        case when is_attendance_taken then 'it counts as marked and has no attendance'
          else 'it counts as not marked and has attendance' end as problem
      from class left join (select distinct class from attendance) as marked on marked.class = class.id
      where is_attendance_taken <> (marked.class is not null)
      order by class.date, class.id limit 1`,
  },
  {
    name: 'debits for classes have their attendance',
    count: `select count(*)::int as count from wallet_entry where kind = 'attendance'`,
    fault: `select 'wallet entry ' || entry.id as row, 'it was not reversed, and no attendance is paid by it' as problem
      from wallet_entry as entry where kind = 'attendance'
        and not exists (select 1 from attendance where attendance.entry = entry.id)
        and not exists (select 1 from wallet_entry as undone where undone.reverses = entry.id)
      order by entry.id limit 1`,
  },
]

const timetable: readonly Check[] = [
  {
    // The database asks for it when a class is written, not when who taught it goes.
    name: 'classes to be made up for have who taught them',
    count: `select (select count(*) from pending_replacement)::int + (select count(*) from pending_class)::int as count`,
    fault: `select 'pending class of ' || date || ' (schedule ' || course_year || ')' as row, 'it has no main instructor' as problem
      from (
        select course_year, date from pending_replacement where not exists (
          select from pending_replacement_instructor as taught
          where taught.course_year = pending_replacement.course_year and taught.date = pending_replacement.date and is_main)
        union all select course_year, date from pending_class where not exists (
          select from pending_class_instructor where pending_class = pending_class.id and is_main)
      ) as untaught
      order by date, course_year limit 1`,
  },
]

/** Everything `portal verify` asks of the database. */
export const checks: readonly Check[] = [
  ...wallets,
  ...monthBalances,
  ...expiry,
  ...payments,
  ...cards,
  ...receipts,
  ...cashdesk,
  ...adjustments,
  ...papers,
  ...attendance,
  ...timetable,
  ...months,
  ...numbers,
  ...seals,
  auditTrail,
]
