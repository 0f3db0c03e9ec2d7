import type { Check } from './check.ts'
import { differ, difference, type Fact, local, plain, printedDay } from './facts.ts'

/** Printed documents of the books whose content must be stored. */
const documents = `(
  select id, 'credit-adjustment' as kind, doc_no as number, adjust_credit as figure
    from credit_adjustment where status = 'Approved'
  union all select id, 'cash-close', number, counted from cash_close
  union all select id, 'cash-evening', number, counted from cash_evening) as document`

const row = `replace(coalesce(paper.kind, document.kind), '-', ' ') || ' ' || coalesce(paper.number, document.number)`

/** The content that the trail recorded, by kind and number. */
const recorded = `select doc_type, doc_id as number, item ->> 'item' as digest
  from audit_record cross join jsonb_array_elements(change_to) as item
  where doc_type in ('credit-adjustment-paper', 'cash-close-paper', 'cash-evening-paper') and action = 'Created' and item ->> 'field' = 'digest'`

const digest = `encode(sha256(convert_to(content, 'UTF8')), 'hex')`

const said = `content::jsonb -> 'words'`
/** The figure it states: credits, or RM counted. */
const figure = `replace(${said} ->> case paper.kind when 'credit-adjustment' then 'credit' else 'counted' end, ',', '')::numeric`

const closedAt = `to_char(${local('closed_at')}, 'DD-MM-YYYY HH24:MI')`

/** Documents of one kind and what their papers say. */
const asWritten = (kind: string, table: string, name: string, facts: readonly Fact[]): Check => ({
  name: `${name} are what their papers say`,
  count: `select count(*)::int as count from written_paper where kind = '${kind}'`,
  fault: `select '${kind.replace('-', ' ')} ' || paper.number || ' (' || document.id || ')' as row, ${difference(`'its paper'`, facts)} as problem
    from (select document, number, ${said} as said from written_paper where kind = '${kind}' offset 0) as paper
      join ${table} as document on document.id = paper.document
    where ${differ(facts)}
    order by paper.number limit 1`,
})

export const papers: readonly Check[] = [
  {
    name: 'adjustments and closes were written down as they are printed',
    count: `select count(*)::int as count from ${documents}`,
    fault: `select ${row} as row,
        case when document.id is null then 'it was written down, and is not approved or closed'
          when paper.document is null then 'it was not written down'
          else 'it was written down as ' || replace(paper.kind, '-', ' ') || ' ' || paper.number || ', and is '
            || document.number end as problem
      from ${documents} full join written_paper as paper on paper.document = document.id
      where (paper.kind is distinct from document.kind or paper.number is distinct from document.number)
        and not exists (select 1 from paper_to_write where paper_to_write.document = document.id)
      order by 1 limit 1`,
    note: `select count(*) filter (where is_later) || ' of them later, ' || (select count(*) from paper_to_write)
      || ' at the next start' as note from written_paper`,
  },
  {
    name: 'adjustments and closes are printed as they were written down',
    count: 'select count(*)::int as count from written_paper',
    fault: `select ${row} as row,
        case when recorded.digest is null then 'the trail does not know of it'
          when recorded.times > 1 then 'it was written down ' || recorded.times || ' times'
          when recorded.digest <> ${digest} then 'it was changed since'
          when changed.digest is not null then 'its logo ' || changed.digest || ' was changed since'
          else 'it says ' || (${said} ->> 'number') || ' of ' || ${figure} || ', and is of ' || document.figure end as problem
      from written_paper as paper
        left join ${documents} on document.id = paper.document
        left join (select doc_type, number, min(digest) as digest, count(*) as times from (${recorded}) as log
          group by doc_type, number) as recorded on recorded.doc_type = paper.kind || '-paper' and recorded.number = paper.number
        left join (select digest from letterhead_picture where digest <> encode(sha256(bytes), 'hex')) as changed
          on changed.digest = paper.logo
      where recorded.digest is distinct from ${digest} or recorded.times > 1 or changed.digest is not null
        or ${said} ->> 'number' <> paper.number or ${figure} <> document.figure
      order by 1 limit 1`,
  },
  asWritten('credit-adjustment', 'credit_adjustment', 'credit adjustments', [
    ['date', `said ->> 'date'`, `to_char(document.date, 'YYYY/MM/DD')`],
    ['reason', `said ->> 'reason'`, 'reason'],
    ['created by', `said ->> 'createdBy'`, 'created_by_name'],
    ['approved by', `said ->> 'approvedBy'`, 'approved_by_name'],
    ['approved on', `said ->> 'approvedOn'`, `to_char(${local('approved_at')}, 'YYYY/MM/DD')`],
  ]),
  asWritten('cash-close', 'cash_close', 'cash closes', [
    ['day', `said ->> 'day'`, printedDay('day')],
    ['coach', `said ->> 'coach'`, 'coach_name'],
    ['closed by', `said ->> 'closedBy'`, 'closed_by_name'],
    ['closed on', `said ->> 'closedAt'`, closedAt],
    ['expected RM', plain(`said ->> 'expected'`), 'expected::text'],
    ['remark', `said ->> 'remark'`, `coalesce(remark, '')`],
    ['payments left', `coalesce(${plain(`substring(said ->> 'left' from '^[0-9,]+')`)}, '0')`, 'left_payments::text'],
    ['left RM', `coalesce(${plain(`substring(said ->> 'left' from 'RM ([0-9,.]+)')`)}, '0.00')`, 'left_amount::text'],
  ]),
  asWritten('cash-evening', 'cash_evening', 'evening closes', [
    ['day', `said ->> 'day'`, printedDay('day')],
    ['closed by', `said ->> 'closedBy'`, 'closed_by_name'],
    ['closed on', `said ->> 'closedAt'`, closedAt],
    ['expected RM', plain(`said ->> 'expected'`), 'expected::text'],
  ]),
]
