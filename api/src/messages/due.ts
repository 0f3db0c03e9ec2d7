/** Why a member with a wallet is to be reminded, as conditions and rows that the list and a member's messages share. */
import { runwayDays } from '@academy/contract/wallet/rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { inCallersCentres, lowBalanceNow, type Tx } from '../platform/data/index.ts'

/** Credit that expires within so many days is told. */
const expiringDays = 30
/** A class that does not take place is told so many days ahead. */
const movedDays = 14

/** Of `wallet`: there is credit, and it expires soon. */
export const isExpiring = (tx: Tx): RawBuilder<boolean> => sql<boolean>`(wallet.balance > 0
  and wallet.credit_expired between ${tx.today}::date and ${tx.today}::date + ${expiringDays}::int)`

/** Of `wallet`: it is nearly empty, and somebody trains on it; looked up by wallet (`offset 0`), since few are low of all that train. */
export const isLow = (tx: Tx): RawBuilder<boolean> => sql<boolean>`(wallet.balance <= ${lowBalanceNow(tx)} and exists (
  select from attendance where attendance.wallet_member = wallet.member and attendance.status = 'P'
    and attendance.credit_minus > 0 and attendance.class_date > ${tx.today}::date - ${runwayDays}::int
    and attendance.class_date <= ${tx.today}::date offset 0))`

/** Open cases of all centres: `payer`, `credit_minus`, and whether the centre is one of the caller's, `is_own`. */
export const openCases = (tx: Tx) => sql`
  select attendance.wallet_member as payer, attendance.credit_minus, ${inCallersCentres(tx, 'course.centre')} as is_own
  from attendance left join course on course.id = attendance.course
  where attendance.outstanding
    and not exists (select from member where member.id = attendance.member and member.is_deleted)`

/**
 * Classes of the next days that do not take place, of the caller's centres, by who pays for a student of theirs: `payer`,
 * `course_year`, `course`, `date`, and the class that makes up for it.
 */
export const movedClasses = (tx: Tx) => sql`
  select distinct payer.id as payer, cancelled_date.course_year, course.name as course, cancelled_date.date,
    instead.date as instead_date,
    to_char(instead.starts, 'HH24:MI') || ' - ' || to_char(instead.ends, 'HH24:MI') as instead_duration
  from cancelled_date
  join course_year on course_year.id = cancelled_date.course_year
  join course on course.id = course_year.course
  join enrolment on enrolment.course = course.id and not enrolment.is_disable
  join member on member.id = enrolment.member and not member.is_disable and not member.is_deleted
  left join class as instead
    on instead.course_year = cancelled_date.course_year and instead.replacement_date = cancelled_date.date
  cross join lateral (
    select member.id where member.is_independent
    union select enrolment.wallet_member where enrolment.wallet_member is not null
    union select member_parent.parent from member_parent
      where member_parent.child = member.id and not member.is_independent and enrolment.wallet_member is null
  ) as payer
  where cancelled_date.date between ${tx.today}::date and ${tx.today}::date + ${movedDays}::int
    and ${inCallersCentres(tx, 'course.centre')}`
