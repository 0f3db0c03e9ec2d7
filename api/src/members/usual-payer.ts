import { sql } from 'kysely'

/**
 * Of `member`: whose wallet pays unless another is chosen. Its own or, of a dependent child, that of the active parent whom its
 * active enrolments name, or of the one created first where they name none or several; null where no parent is active.
 */
export const usualPayer = sql<string | null>`case when member.is_independent then member.id else (
  select payer.id from member_parent join member payer on payer.id = member_parent.parent
  where member_parent.child = member.id and not payer.is_disable and not payer.is_deleted
  order by payer.id is not distinct from (
      select (array_agg(distinct enrolment.wallet_member))[1] from enrolment
      where enrolment.member = member.id and not enrolment.is_disable
      having count(distinct enrolment.wallet_member) = 1) desc,
    payer.created_at, payer.id
  limit 1) end`
