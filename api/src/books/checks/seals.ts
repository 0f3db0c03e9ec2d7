import type { Check } from './check.ts'

/** The records of movements, each with its place among those of the wallet: that of the ledger entry it tells of. */
const movements = `select doc_id, position, at, user_id, username, action, description, seal,
    change_from -> 0 ->> 'item' as before, change_to -> 0 ->> 'item' as after,
    row_number() over (partition by doc_id order by position) as place
  from audit_record where doc_type = 'wallet' and change_to -> 0 ->> 'field' = 'wallet'`

const ledger: Check = {
  name: 'ledger entries are those the trail recorded',
  count: 'select count(*)::int as count from wallet_entry',
  fault: `select coalesce('wallet entry ' || id || ' (version ' || version || ' of member ' || member || ')',
        'audit record ' || position) as row,
      case when position is null then 'no audit record tells of it'
        when id is null then 'it tells of a movement that is not in the ledger: ' || description
        when action <> words then 'it is ' || kind || ', audit record ' || position || ' says ' || action
        when entry_at <> at then 'it is of ' || entry_at || ', audit record ' || position || ' of ' || at
        when by_user is distinct from user_id or by_name <> username
          then 'it is by ' || by_name || ', audit record ' || position || ' by ' || username
        when balance_before::text <> before or balance_after::text <> after
          then 'it moves the wallet from ' || balance_before || ' to ' || balance_after || ', audit record ' || position
            || ' from ' || before || ' to ' || after
        else 'it is not what audit record ' || position || ' recorded (its cause, words, note or person)' end as problem
    from (
      select entry.id, version, member, kind, entry.at as entry_at, by_user, by_name, balance_before, balance_after,
        upper(left(kind, 1)) || replace(substr(kind, 2), '-', ' ') as words,
        record.*, 'wallet_entry ' || entry.id || ' - ' || wallet_entry_seal(entry) as present
      from wallet_entry as entry
        full join (${movements}) as record on record.doc_id = entry.member::text and record.place = entry.version
    ) as tied
    where position is null or id is null or action <> words or entry_at <> at or by_user is distinct from user_id
      or left(by_name, 200) <> username or balance_before::text <> before or balance_after::text <> after
      or not starts_with(seal || E'\\n', present || E'\\n')
    order by member, version, position limit 1`,
}

/** One line for each change of a sealed row, in order: the transaction's record, the row's digests before and after. */
const lines = `select position, split_part(line, ' ', 1) as kind, split_part(line, ' ', 2) as id,
    split_part(line, ' ', 3) as before, split_part(line, ' ', 4) as after, number
  from audit_record, regexp_split_to_table(seal, E'\\n') with ordinality as each (line, number)
  where seal ~ '(^|\\n)(staff_user|user_group|staff_session|second_factor) '`

const sealed = `select 'staff_user' as kind, id::text, username as name, staff_user_seal(u) as seal from staff_user as u
  union all select 'user_group', id::text, role, user_group_seal(g) from user_group as g
  union all select 'staff_session', s.id::text, username, staff_session_seal(s)
    from staff_session as s left join staff_user on staff_user.id = user_id
  union all select 'second_factor', f.id::text, username, second_factor_seal(f)
    from second_factor as f join staff_user on staff_user.id = user_id`

const words = `case kind when 'staff_user' then 'user' when 'user_group' then 'user group'
  when 'second_factor' then 'second factor of' else 'session of' end`

/** Names what differs between two seals. A part may be in one of them only. */
const difference = (one: string, other: string) => `(select string_agg(name, ', ' order by place) from (
  select split_part(part, ':', 1) as name, min(place) as place from (
    select part, place from unnest(string_to_array(${one}, ',')) with ordinality as parts (part, place)
      where part <> all (string_to_array(${other}, ','))
    union all select part, place from unnest(string_to_array(${other}, ',')) with ordinality as parts (part, place)
      where part <> all (string_to_array(${one}, ','))
  ) as parts where part <> '-' group by 1) as names)`

const staff: Check = {
  name: 'users, groups, their rights, second factors and sessions are as the trail left them',
  count: `select count(*)::int as count from (${sealed}) as sealed`,
  fault: `with lines as (
      select *, lag(after, 1, '-') over each as previous, lead(position) over each is null as is_last
      from (${lines}) as lines window each as (partition by kind, id order by position, number)
    ), present as (${sealed})
    select ${words} || ' ' || coalesce(name, id) || ' (' || id || ')' as row, problem from (
      select 1 as part, kind, id, name, 'audit record ' || position || ' found it changed past the portal: '
          || coalesce(${difference('before', 'previous')}, 'it was not there any more') as problem
        from lines left join present using (kind, id) where before <> previous
      union all
      select 2, kind, id, name, case when after = '-' or after is null then 'no audit record made it'
          else 'it is not as audit record ' || position || ' left it: ' || ${difference('seal', 'after')} end
        from present left join lines using (kind, id)
        where coalesce(is_last, true) and seal is distinct from after
      union all
      select 3, kind, id, null, 'audit record ' || position || ' left it there, and it is gone'
        from lines left join present using (kind, id)
        where is_last and after <> '-' and seal is null and kind <> 'staff_session'
    ) as faults order by part, row limit 1`,
}

export const seals: readonly Check[] = [ledger, staff]
