import { type RawBuilder, sql } from 'kysely'

/**
 * Of a query that joins `attendance`, `member` and, where there is one, `enrolment`: whose wallet a change to present
 * would debit. That of the enrolment as it is now; for a walk-in the one chosen, until the member becomes independent.
 */
export const currentPayer: RawBuilder<string> = sql`coalesce(enrolment.wallet_member,
  case when member.is_independent then member.id else attendance.wallet_member end)`

/** Whether that wallet may pay: for a dependent walk-in only a parent's may. */
export const mayPay: RawBuilder<boolean> = sql`attendance.enrolment is not null or member.is_independent or exists (
  select from member_parent where child = member.id and parent = attendance.wallet_member)`
