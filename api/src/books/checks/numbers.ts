import type { Check } from './check.ts'

/** The log of numbers: each one issued left a record, whatever became of the document. */
const issued = (type: string) => `select regexp_replace(description, '^Issued ${type} number ', '') as number
  from audit_record where doc_type = 'doc-num-format' and action = 'Issued' and description like 'Issued ${type} number %'`

/** Every issued number stands on exactly one document, and every document has an issued number. */
const used = (type: string, name: string, document: string, number: string, where = 'true'): Check => ({
  name: `${name} numbers were issued once and each has its document`,
  count: `select count(*)::int as count from (${issued(type)}) as issued`,
  fault: `select '${name} number ' || coalesce(issued.number, document.number) as row,
      case when issued.number is null then 'it was never issued, and document ' || document.id || ' bears it'
        when times > 1 then 'it was issued ' || times || ' times'
        when bearers > 1 then bearers || ' documents bear it'
        else 'it was issued, and no document bears it, not even a deleted one' end as problem
    from (select number, count(*) as times from (${issued(type)}) as log group by number) as issued
      full join (select ${number} as number, min(id::text) as id, count(*) as bearers from ${document} where ${where}
        group by ${number}) as document on document.number = issued.number
    where issued.number is null or document.id is null or times > 1 or bearers > 1
    order by coalesce(issued.number, document.number) limit 1`,
})

/** The trail's names for the running number: where it is issued, and in the form where it is set by hand. */
const recorded = (side: 'from' | 'to') =>
  `(select (item ->> 'item')::int from jsonb_array_elements(change_${side}) as item
    where item ->> 'field' in ('runningNo', 'running_no'))`

/** Each issue and each reset of the running number, in order. */
const log = `select doc_id, position, action, description, ${recorded('from')} as before, ${recorded('to')} as after
  from audit_record where doc_type = 'doc-num-format' and jsonb_path_exists(change_to, '$[*] ? (@.field == "runningNo" || @.field == "running_no")')`

/**
 * A format's running number goes up by one with each number issued and jumps only where it was reset, which the trail
 * records as well. A number skipped or issued twice breaks the sequence.
 */
const sequence: Check = {
  name: 'number formats count without gaps',
  count: `select count(*)::int as count from (${log}) as log`,
  fault: `with log as (${log}), linked as (
      select *, lag(after, 1, 0) over (partition by doc_id order by position) as previous from log
    )
    select row, problem from (
      select 1 as part, position, 'audit record ' || position || ' (' || description || ')' as row,
        case when action = 'Issued' and after <> before + 1 then 'it counts from ' || before || ' to ' || after
          else 'it counts from ' || before || ', the one before it ended at ' || previous end as problem
      from linked where before <> previous or (action = 'Issued' and after <> before + 1)
      union all
      select 2, 0, 'format ' || type, 'its running number is ' || running_no || ', the last one in the trail is '
        || coalesce(after, 0)
      from document_format left join lateral (
        select after from log where doc_id = document_format.id::text order by position desc limit 1) as last on true
      where running_no <> coalesce(after, 0)
    ) as faults order by part, position, row limit 1`,
  note: `select coalesce(string_agg(type || ' ' || running_no, ', ' order by type), 'no format') as note from document_format`,
}

/** Checks the sequences of document numbers, per format and per number. */
export const numbers: readonly Check[] = [
  sequence,
  used('Official Receipt', 'receipt', 'payment', 'receipt_no', 'receipt_no is not null'),
  used('Order', 'order', 'payment', 'order_no'),
  // Including numbers of deleted documents.
  used('Credit Adjustment', 'credit adjustment', 'credit_adjustment', 'doc_no'),
]
