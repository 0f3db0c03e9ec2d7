import { type RawBuilder, sql } from 'kysely'

/**
 * Of a query that joins `attendance`, `member` and, where there is one, `enrolment`: whose wallet a change to present
 * would debit. The one that pays for the enrolment by now; of a walk-in the one that was chosen, until the member pays
 * for itself.
 */
export const payerNow: RawBuilder<string> = sql`coalesce(enrolment.wallet_member,
  case when member.is_independent then member.id else attendance.wallet_member end)`

/** Whether it may: a dependent walk-in is paid for by a parent. */
export const maySpend: RawBuilder<boolean> = sql`attendance.enrolment is not null or member.is_independent or exists (
  select from member_parent where child = member.id and parent = attendance.wallet_member)`
