import { redactions } from '../../platform/data/index.ts'
import type { Check } from './check.ts'

/**
 * The trail in order, each row with its neighbours. A row is reported when there is a gap before it, when its content
 * does not match its hash, or when the next row links to another hash. In the last case the next row may be the wrong
 * one: it is reported instead if its own content does not match its hash, unless the row after it links to it and both
 * link to the same record: then this row was inserted. A redacted record says what a later one sealed.
 */
const chain = `
  with redacted as (${redactions}), linked as (
    select position, id, at, previous, hash, sound,
      coalesce(lag(position) over trail, 0) as before, lead(position) over trail as after,
      lead(previous) over trail as after_previous, lead(sound) over trail as after_sound,
      lead(hash) over trail as after_hash, lead(previous, 2) over trail as later_previous
    from (select position, r.id, at, previous, hash, coalesce(said.is_whole and said.before = encode(hash, 'hex')
        and said.after = encode(audit_hash(r), 'hex'), hash = audit_hash(r)) as sound
      from audit_record as r left join redacted as said on said.id = r.id::text
      -- Hashes each record once instead of once per reader.
      offset 0) as record
    window trail as (order by position)
  ), broken as (
    select position, case when position <= before then 'audit record ' || position
        when position <> before + 1 then case when before + 2 = position then 'audit record ' || before + 1
          else 'audit records ' || before + 1 || ' to ' || position - 1 end
        else 'audit record ' || position || ' (' || id || ', of ' || to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')
          || ' UTC)' end as row,
      case when position <= before then 'it stands before the first'
        when position <> before + 1 then 'missing: the next one there is ' || position
        when not sound then 'its content is not what was recorded: it does not make its hash'
        when position = 1 and previous <> decode(repeat('00', 32), 'hex') then 'it is the first and names one before it'
        else 'the record after it names another hash than this one has' end as problem
    from linked
    where position <> before + 1 or not sound
      or (position = 1 and previous <> decode(repeat('00', 32), 'hex'))
      or (after = position + 1 and after_previous <> hash and (after_sound
        or (after_previous = previous and coalesce(later_previous = after_hash, true) and after_hash <> hash)))
    order by position limit 1
  ), last as (
    select position, hash from audit_record order by position desc limit 1
  ), ending as (
    select coalesce(last.position, 0) as there, last.hash, head.position as head_position, head.hash as head_hash
    from (select) as one left join last on true left join audit_head as head on true
  )
  select row, problem from (
    select 1 as part, row, problem from broken
    union all
    select 2, case when head_position is null then 'the end of the audit trail'
        when head_position > there + 1 then 'audit records ' || there + 1 || ' to ' || head_position
        when head_position > there then 'audit record ' || head_position
        when head_position < there then 'audit record ' || head_position + 1
        else 'audit record ' || there end,
      case when head_position is null then 'what the last record was is not there any more'
        when head_position > there then 'missing at the end'
        when head_position < there then 'it was added past the portal: its last record is ' || head_position
        else 'it is the last and not the one the portal wrote' end
    from ending
    where head_position is null or head_position <> there or (hash is not null and hash <> head_hash)
  ) as faults order by part limit 1`

/** Whether the audit trail is as the portal wrote it: every hash matches its record, linked without a gap to the end. */
export const auditTrail: Check = {
  name: 'audit records are linked by their hashes',
  count: 'select count(*)::int as count from audit_record',
  fault: chain,
  note: `select 'the last is ' || position || ', hash ' || encode(hash, 'hex') as note from audit_head`,
}
