import type { Check } from './check.ts'

const row = `'cash close ' || number || ' (' || document.id || ')'`

export const cashdesk: readonly Check[] = [
  {
    name: 'cash closes expect what their payments make',
    count: 'select count(*)::int as count from cash_close',
    fault: `select ${row} as row,
        case when document.corrects is null then 'it expects RM ' || expected || ', its ' || lines || ' payments make RM ' || made
          when lines > 0 then 'it is a correction and has payments'
          else 'it expects RM ' || expected || ', the close it corrects misses RM ' || missing end as problem
      from cash_close as document
        left join lateral (select count(*) as lines, coalesce(sum(amount), 0) as made from cash_close_line
          where close = document.id) as sum on true
        left join lateral (select wrong.expected - wrong.counted as missing from cash_close as wrong
          where wrong.id = document.corrects) as wrong on true
      where case when document.corrects is null then made <> expected else lines > 0 or expected <> missing end
      order by year, running_no limit 1`,
  },
  {
    name: 'cash closes count what their notes and coins make, and explain a difference',
    count: 'select count(*)::int as count from cash_close where pieces is not null or counted <> expected',
    fault: `select ${row} as row,
        case when pieces is not null and made <> counted
          then 'RM ' || counted || ' was counted, its notes and coins make RM ' || made
          else 'it differs by RM ' || counted - expected || ' and has no remark' end as problem
      from cash_close as document left join lateral (
        select coalesce(sum(key::numeric * value::numeric), 0) as made from jsonb_each_text(pieces)) as sum on true
      where (pieces is not null and made <> counted) or (counted <> expected and remark is null)
      order by year, running_no limit 1`,
  },
  {
    name: 'closed payments are cash that was paid, each closed once',
    count: 'select count(*)::int as count from cash_close_line',
    fault: `select 'payment ' || payment.order_no || ' (' || payment.id || ')' as row,
        case when times > 1 then 'it is ' || line.kind || ' in ' || times || ' closes'
          when payment_type <> 'Cash' then 'it is no cash, and close ' || number || ' has it'
          when not is_pay then 'it is not paid, and close ' || number || ' has it'
          when coach_received is distinct from document.coach then 'another coach received it than close ' || number || ' says'
          when line.kind = 'received' and received <> document.day
            then 'it was received on ' || received || ', close ' || number || ' is of ' || document.day
          when abs(line.amount) <> payment.amount
            then 'it is for RM ' || payment.amount || ', close ' || number || ' has it with RM ' || line.amount
          else 'close ' || number || ' gave it back, and it ' ||
            case when is_cancelled then 'was never received in one' else 'is not cancelled' end end as problem
      from (select *, count(*) over (partition by payment, kind) as times from cash_close_line) as line
        join cash_close as document on document.id = line.close
        join (select *, (created_at at time zone 'Asia/Kuala_Lumpur')::date as received from payment) as payment
          on payment.id = line.payment
      where times > 1 or payment_type <> 'Cash' or not is_pay or coach_received is distinct from document.coach
        or (line.kind = 'received' and received <> document.day) or abs(line.amount) <> payment.amount
        or (line.kind = 'returned' and (not is_cancelled or not exists (select 1 from cash_close_line as first
          where first.payment = line.payment and first.kind = 'received')))
      order by payment.order_no limit 1`,
  },
  {
    name: 'cash closes are numbered without gaps',
    count: 'select count(*)::int as count from cash_close',
    fault: `select row, problem from (
        select ${row} as row, case when running_no <> place then 'it should be number ' || place || ' of ' || year
            else 'its number is not that of ' || running_no || ' of ' || year end as problem, year, running_no
        from (select *, row_number() over (partition by year order by running_no) as place from cash_close) as document
        where running_no <> place or number <> 'CC-' || year || '-' || lpad(running_no::text, greatest(4, length(running_no::text)), '0')
        union all
        select 'the cash closes of ' || coalesce(series.year, closes.year),
          coalesce(last, 0) || ' numbers were issued, ' || coalesce(documents, 0) || ' closes bear one',
          coalesce(series.year, closes.year), 1000000
        from cash_close_series as series
          full join (select year, count(*) as documents from cash_close group by year) as closes on closes.year = series.year
        where last is distinct from documents
      ) as faults order by year, running_no limit 1`,
    note: `select coalesce(string_agg(year || ': ' || last, ', ' order by year), 'none yet') as note from cash_close_series`,
  },
  {
    name: 'evening closes are what their closes make',
    count: 'select count(*)::int as count from cash_evening',
    fault: `select 'evening close ' || evening.number || ' (' || evening.id || ')' as row,
        case when found is distinct from closes then 'it has ' || closes || ' closes, ' || coalesce(found, 0) || ' are of it'
          when coaches <> found or foreign_ones > 0 then 'one of its closes is of another day or of a coach it has already'
          when made.expected <> evening.expected
            then 'it expects RM ' || evening.expected || ', its closes RM ' || made.expected
          when made.counted <> evening.counted
            then 'RM ' || evening.counted || ' was counted, its closes make RM ' || made.counted
          else 'its closes are ' || name end as problem
      from cash_evening as evening left join (
        select one.evening, count(*) as found, count(distinct one.coach) as coaches, sum(one.expected) as expected,
          sum(one.counted) as counted, count(*) filter (where one.day <> whole.day or one.corrects is not null) as foreign_ones,
          (array_agg(one.number order by one.year, one.running_no))[1] || case when count(*) > 1
            then ' to ' || (array_agg(one.number order by one.year desc, one.running_no desc))[1] else '' end as name
        from cash_close as one join cash_evening as whole on whole.id = one.evening group by one.evening
      ) as made on made.evening = evening.id
      where found is distinct from closes or coaches <> found or foreign_ones > 0 or made.expected <> evening.expected
        or made.counted <> evening.counted or name <> evening.number
      order by evening.closed_at, evening.id limit 1`,
  },
]
