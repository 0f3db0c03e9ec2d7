import { type RawBuilder, sql } from 'kysely'

/**
 * Of a query with `attendance`, its `member` and, where there is one, `enrolment`: whose wallet a change to present
 * would debit. The member's own once independent; else that of the enrolment as it is now, for a walk-in the one chosen.
 */
export const currentPayer: RawBuilder<string> = sql`case when member.is_independent then member.id
  else coalesce(enrolment.wallet_member, attendance.wallet_member) end`

/** Whether that wallet may pay: for a dependent member only a parent's may, whom an enrolment that has ended may not have any more. */
export const mayPay: RawBuilder<boolean> = sql`member.is_independent or exists (
  select from member_parent where child = member.id
    and parent = coalesce(enrolment.wallet_member, attendance.wallet_member))`
