import type { Check } from './check.ts'

const recorded = (side: 'from' | 'to') =>
  `(select item ->> 'item' from jsonb_array_elements(change_${side}) as item where item ->> 'field' = 'creditExpired')::date`

/** Every change of each wallet's expiry since its opening. */
const log = `select doc_id, position, ${recorded('from')} as before, ${recorded('to')} as after
  from audit_record where doc_type = 'wallet' and action in ('Opened', 'Expiry')`

const day = (date: string) => `coalesce(to_char(${date}, 'YYYY-MM-DD'), 'never')`

/** The day of expiry that a clearing names. Entries of earlier versions name it as YYYY-MM-DD, and no entry is rewritten. */
const clearedOf = `coalesce(to_date(substring(cause_label from '^Expired on (\\d\\d-\\d\\d-\\d{4})$'), 'DD-MM-YYYY'),
  to_date(substring(cause_label from '^Expired on (\\d{4}-\\d\\d-\\d\\d)$'), 'YYYY-MM-DD'))`

export const expiry: readonly Check[] = [
  {
    name: 'wallets expire when the trail says',
    count: 'select count(*)::int as count from wallet',
    fault: `with log as (
        select *, lag(after) over (partition by doc_id order by position) as previous,
          lead(position) over (partition by doc_id order by position) is null as is_last from (${log}) as log
      )
      select 'wallet of member ' || member as row, case when doc_id is not null and before is distinct from previous
          then 'audit record ' || position || ' moves its expiry from ' || ${day('before')} || ', before it was ' || ${day('previous')}
          else 'it expires ' || ${day('credit_expired')} || ', by the trail ' || ${day('after')} end as problem
      from wallet left join log on log.doc_id = wallet.member::text
      where (doc_id is not null and before is distinct from previous)
        or (coalesce(is_last, true) and credit_expired is distinct from after)
      order by member, position limit 1`,
  },
  {
    name: 'paid credit is valid from its verification for the months bought',
    count: 'select count(*)::int as count from payment where is_pay',
    fault: `select 'payment ' || order_no || ' (' || id || ')' as row,
        'it is valid until ' || ${day('expired_date')} || ', ' || duration || ' months after its verification are '
          || ${day('due')} as problem
      from (select *, ((date_time at time zone 'Asia/Kuala_Lumpur')::date + duration * interval '1 month')::date as due
        from payment) as payment
      where is_pay and expired_date is distinct from due order by order_no limit 1`,
  },
  {
    name: 'expired credit was cleared as a whole, after its day',
    count: `select count(*)::int as count from wallet_entry where kind = 'expired' and reverses is null`,
    fault: `select 'wallet entry ' || id as row, case when balance_after <> 0 then 'it leaves ' || balance_after || ' credits'
          else 'it was written on ' || ${day('written')} || ', the credit expired on ' || ${day('expired')} end as problem
      from (select *, (at at time zone 'Asia/Kuala_Lumpur')::date as written,
          ${clearedOf} as expired
        from wallet_entry where kind = 'expired' and reverses is null) as entry
      where balance_after <> 0 or expired is null or expired >= written order by id limit 1`,
  },
  {
    name: 'cleared credit is put back by what reverses its clearing',
    count: `select count(*)::int as count from wallet_entry where kind = 'expired' and reverses is not null`,
    fault: `select 'wallet entry ' || entry.id as row,
        'it puts back what was cleared, and reverses ' || undone.kind || ' ' || undone.id as problem
      from wallet_entry as entry join wallet_entry as undone on undone.id = entry.reverses
      where entry.kind = 'expired' and (undone.kind <> 'expired' or undone.reverses is not null)
      order by entry.id limit 1`,
  },
]
