import type { Check } from './check.ts'

export const adjustments: readonly Check[] = [
  {
    name: 'credit adjustments agree with the ledger',
    count: `select count(*)::int as count from credit_adjustment where status <> 'Deleted'`,
    fault: `select 'credit adjustment ' || doc_no || ' (' || document.id || ')' as row,
        case when status = 'Approved' and coalesce(entries, 0) = 0 then 'it is approved, and no wallet entry adjusts by it'
          when status <> 'Approved' and entries > 0 then 'it is ' || lower(status) || ', and wallet entry ' || entry || ' adjusts by it'
          when entries > 1 then entries || ' wallet entries adjust by it'
          else 'it is for ' || adjust_credit || ' credits of member ' || document.member || ', wallet entry ' || entry
            || ' gives ' || credit || ' to ' || ledger.member end as problem
      from credit_adjustment as document
        left join (select cause_id, count(*) as entries, min(id::text) as entry, min(member::text) as member, min(credit) as credit
          from wallet_entry where cause_type = 'adjustment' group by cause_id) as ledger on ledger.cause_id = document.id
      where (status = 'Approved') <> (coalesce(entries, 0) = 1) or entries > 1
        or ledger.member <> document.member::text or credit <> adjust_credit
      order by doc_no limit 1`,
  },
  {
    name: 'adjustments in the ledger have a document',
    count: `select count(*)::int as count from wallet_entry where cause_type = 'adjustment'`,
    fault: `select 'wallet entry ' || entry.id as row, 'there is no credit adjustment ' || coalesce(cause_id::text, '-') as problem
      from wallet_entry as entry where cause_type = 'adjustment'
        and not exists (select 1 from credit_adjustment as document where document.id = entry.cause_id)
      order by entry.id limit 1`,
  },
  {
    name: 'an adjustment that takes something back takes back an adjustment',
    count: `select count(*)::int as count from wallet_entry where kind = 'adjustment' and reverses is not null`,
    fault: `select 'wallet entry ' || entry.id as row,
        'it reverses ' || undone.kind || ' ' || undone.id as problem
      from wallet_entry as entry join wallet_entry as undone on undone.id = entry.reverses
      where entry.kind = 'adjustment' and (undone.kind <> 'adjustment' or undone.reverses is not null)
      order by entry.id limit 1`,
  },
]
