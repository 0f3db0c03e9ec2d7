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

const isNear = (tx: Tx, day: string) =>
  sql`${sql.ref(day)} between ${tx.today}::date and ${tx.today}::date + ${movedDays}::int`

/**
 * Classes of the next days that do not take place, or are made up for in these days, of the caller's centres, by who pays for
 * a student of theirs: `payer`, `course`, `date`, the class that makes up for it, and what tells this news from others, `about`.
 */
export const movedClasses = (tx: Tx) => sql`
  select distinct payer.id as payer, course.name as course, cancelled_date.date, instead.date as instead_date,
    concat_ws(' ', cancelled_date.course_year, to_char(cancelled_date.date, 'YYYY-MM-DD'),
      to_char(instead.date, 'YYYY-MM-DD'), to_char(instead.starts, 'HH24:MI')) as about,
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
  where (${isNear(tx, 'cancelled_date.date')} or ${isNear(tx, 'instead.date')})
    and ${inCallersCentres(tx, 'course.centre')}`
