import type { Check } from './check.ts'

const row = `'month ' || to_char(month, 'YYYY-MM')`

const recorded = `select doc_id, item ->> 'item' as digest
  from audit_record cross join jsonb_array_elements(change_to) as item
  where doc_type = 'month-end' and action = 'Closed' and item ->> 'field' = 'digest'`

export const months: readonly Check[] = [
  {
    name: 'months were closed one after the other',
    count: 'select count(*)::int as count from month_close',
    fault: `select ${row} as row, 'the one closed before it is ' || to_char(previous, 'YYYY-MM') as problem
      from (select month, lag(month) over (order by month) as previous from month_close) as close
      where month <> previous + interval '1 month' order by month limit 1`,
  },
  {
    name: 'files and figures of closed months are as they were kept',
    count: 'select count(*)::int as count from month_file',
    fault: `select ${row} as row,
        case when recorded.digest is null then 'the trail does not know that it was closed'
          when changed.name is not null then 'its file ' || changed.name || ' was changed since'
          else 'its files or figures were changed since' end as problem
      from month_close as closed left join (${recorded}) as recorded on recorded.doc_id = closed.id::text
        left join lateral (select name from month_file as file
          where file.close = closed.id and digest <> encode(sha256(bytes), 'hex') order by name limit 1) as changed on true
      where recorded.digest is distinct from month_close_digest(closed.id) or changed.name is not null
      order by month limit 1`,
  },
]
