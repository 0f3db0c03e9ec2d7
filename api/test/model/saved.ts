/** The database's rows of a run. */
import { sql } from 'kysely'
import type { Office } from './fixtures.ts'
import type { Books, Model } from './model.ts'

export async function formatsOf(office: Office): Promise<Model['formats']> {
  const { rows } = await sql<{ formats: Model['formats'] }>`
    select json_object_agg(type, json_build_object('format', format, 'issued', running_no)) as formats
    from document_format`.execute(office.portal.handle)
  const [row] = rows
  if (!row) throw new Error('There are no formats')
  return row.formats
}

/** In one statement, since it runs after every command; shaped as the model's books. */
export async function storedBooks(office: Office, members: string[], taught: string[]): Promise<Books> {
  const { rows } = await sql<Books>`
    with who as (select * from member where id = any(${members}::uuid[]))
    select
      (select json_object_agg(who.id, json_build_object(
          'isIndependent', is_independent, 'isDisable', who.is_disable, 'balance', balance, 'expires', credit_expired,
          'entries', coalesce((select json_agg(json_build_object('kind', e.kind, 'credit', e.credit,
              'balance', e.balance_after, 'reverses', taken.version) order by e.version)
            from wallet_entry e left join wallet_entry taken on taken.id = e.reverses where e.member = who.id), '[]'),
          'notices', coalesce((select json_agg(substring(message from 'was (verified|rejected|cancelled)') ||
              coalesce(', call ' || substring(message from '03-1234 5678'), '') order by notice.id)
            from notice where notice.member = who.id), '[]')))
        from who join wallet on wallet.member = who.id) as people,
      coalesce((select json_agg(json_build_object('name', payment.id, 'payer', member, 'credit', credit_purchase,
          'status', case when is_rejected then 'Rejected' when is_cancelled then 'Cancelled' when is_pay then 'Done'
            else 'Pending' end,
          'orderNo', order_no, 'receiptNo', receipt_no, 'until', expired_date, 'settledBy', verified_by_name,
          'replaces', replaces)
          order by payment.id)
        from payment join who on who.id = member), '[]') as payments,
      coalesce((select json_agg(json_build_object('name', a.id, 'docNo', doc_no, 'member', member,
          'credit', adjust_credit, 'status', status, 'undoes', (select undone.cause_id from wallet_entry own
            join wallet_entry undone on undone.id = own.reverses where own.cause = 'adjustment/' || a.id)) order by a.id)
        from credit_adjustment a join who on who.id = member), '[]') as adjustments,
      coalesce((select json_agg(json_build_object('name', e.id, 'member', member, 'course', course,
          'creditType', credit_type, 'credit', credit, 'payer', wallet_member, 'isDisable', e.is_disable) order by e.id)
        from enrolment e join who on who.id = member), '[]') as enrolments,
      coalesce((select json_agg(json_build_object('name', a.id, 'session', class, 'member', a.member, 'enrolment',
          enrolment, 'creditType', credit_type, 'status', status, 'checkIn', to_char(check_in, 'HH24:MI'), 'credit', credit_minus, 'isOutstanding', outstanding,
          'wallet', wallet_member, 'entry', paid.version) order by a.id)
        from attendance a join who on who.id = a.member left join wallet_entry paid on paid.id = entry), '[]') as marks,
      coalesce((select json_agg(class.id order by class.id) from class
        where is_attendance_taken and course = any(${taught}::uuid[])), '[]') as taken,
      (select json_object_agg(type, running_no) from document_format) as issued`.execute(office.portal.handle)
  const [row] = rows
  if (!row) throw new Error('The books are empty')
  return row
}
