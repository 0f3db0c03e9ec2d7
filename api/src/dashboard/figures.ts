import type { dashboard, Overview } from '@academy/contract/dashboard/dashboard.ts'
import { formatWarning, numberTypes } from '@academy/contract/numbers/numbers.ts'
import type { QueryOf, ResultOf } from '@academy/contract/platform/endpoint.ts'
import { addMonths } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import {
  academyNow,
  inCallersCentres,
  isDone,
  isPending,
  isToBeMarked,
  plannedOnce,
  type Tx,
} from '../platform/data/index.ts'
import { startOfDay } from '../platform/runtime/index.ts'

const rowsPerTable = 5
const expiringDays = 30

/** Cash payments that wait for verification; RM with two decimals. */
export async function pendingPayments(tx: Tx): Promise<Overview['pending']> {
  const [sum] = await tx.query<Overview['pending']>(
    sql`select count(*)::int as count, coalesce(sum(amount), 0)::numeric(14, 2)::text as amount from payment
      where ${isPending} and payment_type = 'Cash'`,
  )
  return sum ?? { count: 0, amount: '0.00' }
}

/**
 * Active members with a wallet of their own and few credits in it, the emptiest first. They are found once, by what narrow
 * indexes have: adults and parents pay for themselves, and of children only the independent ones are looked up. Names are read
 * of those alone whose balance is on the page. `offset 0` has PostgreSQL look them up by key instead of reading all.
 */
export async function lowBalances(tx: Tx, offset: number): Promise<Overview['lowBalance']> {
  const { lowBalance } = await academyNow(tx)
  const [low] = await tx.query<Overview['lowBalance']>(sql`
    with low as materialized (
      select wallet.member as id, wallet.balance from wallet
      where wallet.kind in ('adult', 'parent') and wallet.balance <= ${lowBalance}
        and not exists (select from member gone where gone.id = wallet.member and (gone.is_disable or gone.is_deleted))
      union all
      select member.id, own.balance from member
      cross join lateral (
        select balance from wallet where wallet.member = member.id and balance <= ${lowBalance} offset 0) own
      where member.kind = 'child' and member.is_independent and not member.is_disable and not member.is_deleted),
    last as (select balance from low order by balance offset ${offset + rowsPerTable - 1} limit 1),
    page as (
      select low.id, low.balance, named.name from low
      cross join lateral (
        select lower(name) as name from member
        where member.id = low.id and member.is_independent and not member.is_disable and not member.is_deleted offset 0) named
      where low.balance <= coalesce((select balance from last), ${lowBalance})
      order by low.balance, named.name, low.id offset ${offset} limit ${rowsPerTable})
    select (select count(*)::int from low) as total, coalesce(json_agg(json_build_object(
        '_id', member.id, 'name', member.name, 'chName', member.ch_name, 'phoneNo', member.phone_no,
        'wallet', wallet.balance, 'creditExpired', wallet.credit_expired) order by page.balance, page.name, page.id), '[]') as items
    from page join member on member.id = page.id join wallet on wallet.member = page.id`)
  return low ?? { items: [], total: 0 }
}

/** What each coach received this month: paid, not cancelled, not rejected, by the day in Kuala Lumpur. */
export async function coachSummary(tx: Tx, offset: number): Promise<Overview['coachSummary']> {
  const month = tx.today.slice(0, 7)
  const first = `${month}-01`
  const items = await tx.query<{ id: string; name: string; payments: number; credit: string; amount: string }>(
    sql`select coach.id, coach.name, count(*)::int as payments, sum(payment.credit_purchase)::text as credit,
        sum(payment.amount)::numeric(14, 2)::text as amount
      from payment join coach on coach.id = payment.coach_received
      where ${isDone}
        and payment.date_time >= ${startOfDay(first)} and payment.date_time < ${startOfDay(addMonths(first, 1))}
      group by coach.id order by sum(payment.amount) desc, lower(coach.name), coach.id ${plannedOnce}`,
  )
  return {
    month,
    items: items
      .slice(offset, offset + rowsPerTable)
      .map(({ id, name, payments, credit, amount }) => ({ _id: id, name, payments, credit: Number(credit), amount })),
    total: items.length,
  }
}

/** Today's classes of the caller's centres, in the order of the day; of a disabled course those that were held. */
export async function todayClasses(tx: Tx): Promise<Overview['todayClasses']> {
  const rows = await tx.query<{
    id: string
    courseId: string
    courseName: string
    centre: string | null
    duration: string
    students: number
    coaches: string[]
    isAttendanceTaken: boolean
    present: number
  }>(
    sql`select class.id, course.id as course_id, course.name as course_name, centre.description as centre,
        to_char(class.starts, 'HH24:MI') || ' - ' || to_char(class.ends, 'HH24:MI') as duration, class.is_attendance_taken,
        array(
          select coach.name from class_instructor join coach on coach.id = class_instructor.coach
          where class_instructor.class = class.id order by not class_instructor.is_main, class_instructor.position
        ) as coaches,
        (select count(*)::int from enrolment join member on member.id = enrolment.member where ${isToBeMarked}) as students,
        (select count(*)::int from attendance where attendance.class = class.id and attendance.status = 'P') as present
      from class join course on course.id = class.course left join centre on centre.id = course.centre
      where class.date = ${tx.today} and (class.is_attendance_taken or not course.is_disable)
        and ${inCallersCentres(tx, 'course.centre')}
      order by class.starts, lower(course.name), class.id ${plannedOnce}`,
  )
  return rows.map(({ id, courseId, courseName, ...row }) => ({
    _id: id,
    course: { _id: courseId, name: courseName },
    ...row,
  }))
}

/** Wallets with credit whose last day is within 30 days, today included. */
export async function expiringWallets(tx: Tx): Promise<Overview['expiringWallets']> {
  const [sum] = await tx.query<{ count: number; credit: string }>(
    sql`select count(*)::int as count, coalesce(sum(balance), 0)::text as credit from wallet
      where balance > 0 and not exists (select from member where id = wallet.member and is_deleted)
        and credit_expired between ${tx.today}::date and ${tx.today}::date + ${expiringDays}::int ${plannedOnce}`,
  )
  return { count: sum?.count ?? 0, credit: Number(sum?.credit ?? 0) }
}

/** The members who hold such credit, or credit already expired; the earliest first. */
export async function expiringList(
  tx: Tx,
  { offset, limit, state }: QueryOf<typeof dashboard.expiring>,
): Promise<ResultOf<typeof dashboard.expiring>> {
  const due =
    state === 'expired'
      ? sql`wallet.credit_expired < ${tx.today}::date`
      : sql`wallet.credit_expired between ${tx.today}::date and ${tx.today}::date + ${expiringDays}::int`
  const wallets = sql`from wallet join member on member.id = wallet.member
    where wallet.balance > 0 and not member.is_deleted and ${due}`
  const rows = await tx.query<Omit<ResultOf<typeof dashboard.expiring>['items'][number], '_id'> & { id: string }>(
    sql`select member.id, member.name, member.ch_name, member.phone_no, wallet.balance as wallet, wallet.credit_expired,
        wallet.credit_expired - ${tx.today}::date as expired_in
      ${wallets} order by wallet.credit_expired, lower(member.name), member.id offset ${offset} limit ${limit}`,
  )
  const [all] = await tx.query<{ total: number }>(sql`select count(*)::int as total ${wallets}`)
  return { items: rows.map(({ id, ...member }) => ({ _id: id, ...member })), total: all?.total ?? 0 }
}

/** Number formats that are missing, disabled, used up or nearly so. */
export async function formatWarnings(tx: Tx): Promise<Overview['formatWarnings']> {
  const rows = await tx.query<{ type: string; runningNo: number; isDisable: boolean }>(
    sql`select type, running_no, is_disable from document_format`,
  )
  return numberTypes.flatMap((type) => {
    const row = rows.find((each) => each.type === type)
    const { runningNo: running_no, isDisable } = row ?? { runningNo: 0, isDisable: false }
    const format = { type, running_no, isDisable, isMissing: !row }
    const message = formatWarning(format)
    return message ? [{ ...format, message }] : []
  })
}
