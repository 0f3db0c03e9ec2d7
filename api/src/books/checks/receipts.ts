import type { Check } from './check.ts'
import { differ, difference, type Fact, local, plain, printedDay } from './facts.ts'

const row = `'receipt ' || coalesce(receipt.number, payment.receipt_no)`

/** The receipt content that the trail recorded, by number. */
const recorded = `select doc_id as number, item ->> 'item' as digest
  from audit_record cross join jsonb_array_elements(change_to) as item
  where doc_type = 'receipt' and action = 'Created' and item ->> 'field' = 'digest'`

const digest = `encode(sha256(convert_to(content, 'UTF8')), 'hex')`

/** Every name that coaches had before, since a receipt says the one of its day. */
const formerNames = `select distinct doc_id as coach, item ->> 'item' as name
  from audit_record cross join jsonb_array_elements(change_from) as item
  where doc_type = 'coach' and item ->> 'field' = 'name'`

const stated: readonly Fact[] = [
  ['payment type', `said ->> 'paymentType'`, 'payment_type'],
  ['received by', `said ->> 'receivedBy'`, `coalesce(former.name, coach.name, '-')`],
  ['received on', `said ->> 'received'`, printedDay(local('payment.created_at'))],
  ['verified by', `said ->> 'verifiedBy'`, `coalesce(verified_by_name, '-')`],
  ['verified on', `said ->> 'verified'`, printedDay(local('date_time'))],
  ['valid until', `said ->> 'validUntil'`, `coalesce(${printedDay('greatest(expiry_before, expired_date)')}, '-')`],
  ['package', `said -> 'package' ->> 'title'`, `concat_ws(' – ', nullif(package_code, ''), nullif(package_title, ''))`],
  ['description', `said -> 'package' ->> 'description'`, 'payment.description'],
  ['credits', plain(`said ->> 'credit'`), '(credit_purchase - addition)::text'],
  ['extra credits', `coalesce(${plain(`substring(said ->> 'addition' from '[0-9,]+')`)}, '0')`, 'addition::text'],
]

export const receipts: readonly Check[] = [
  {
    name: 'receipts were written down when they were issued',
    count: 'select count(*)::int as count from payment where receipt_no is not null',
    fault: `select ${row} as row,
        case when payment.receipt_no is null then 'it was written down for payment ' || payment.order_no || ', which has none'
          when receipt.number is null then 'payment ' || payment.order_no || ' bears it, and it was not written down'
          when receipt.number <> payment.receipt_no then 'payment ' || payment.order_no || ' bears ' || payment.receipt_no
          when receipt.payer <> payment.member then 'it was written down for member ' || receipt.payer || ', member '
            || payment.member || ' paid'
          else 'it was written down for RM ' || receipt.amount || ', payment ' || payment.order_no || ' is of RM '
            || payment.amount end as problem
      from payment full join receipt on receipt.payment = payment.id
      where ((payment.receipt_no is not null or receipt.number is not null)
          and not exists (select 1 from receipt_to_write where receipt_to_write.payment = payment.id)
          and (receipt.number is distinct from payment.receipt_no or receipt.payer <> payment.member
            or receipt.amount <> payment.amount))
      order by coalesce(receipt.number, payment.receipt_no) limit 1`,
    note: `select count(*) filter (where is_later) || ' of them later, ' || (select count(*) from receipt_to_write)
      || ' at the next start' as note from receipt`,
  },
  {
    name: 'receipts say what they said when they were written down',
    count: 'select count(*)::int as count from receipt',
    fault: `select 'receipt ' || receipt.number as row,
        case when recorded.digest is null then 'the trail does not know of it'
          when recorded.times > 1 then 'it was written down ' || recorded.times || ' times'
          when recorded.digest <> ${digest} then 'it was changed since'
          when changed.digest is not null then 'its logo or background ' || changed.digest || ' was changed since'
          else 'it says ' || (content::jsonb ->> 'orNo') || ', RM ' || (content::jsonb ->> 'amount') || ', and is '
            || receipt.number || ' of RM ' || receipt.amount end as problem
      from receipt
        left join (select number, min(digest) as digest, count(*) as times from (${recorded}) as log group by number) as recorded
          on recorded.number = receipt.number
        left join (select digest from letterhead_picture where digest <> encode(sha256(bytes), 'hex')) as changed
          on changed.digest in (receipt.logo, receipt.background)
      where recorded.digest is distinct from ${digest} or recorded.times > 1 or changed.digest is not null
        or content::jsonb ->> 'orNo' <> receipt.number
        or replace(content::jsonb ->> 'amount', ',', '')::numeric <> receipt.amount
      order by receipt.number limit 1`,
  },
  {
    name: 'payments are what their receipts say',
    count: 'select count(*)::int as count from receipt',
    fault: `select 'payment ' || order_no || ' (' || payment.id || ')' as row, ${difference(`'its receipt ' || number`, stated)} as problem
      from (select payment as id, number, content::jsonb as said from receipt offset 0) as receipt
        join payment on payment.id = receipt.id
        left join coach on coach.id = coach_received
        left join (${formerNames}) as former on former.coach = coach_received::text and former.name = said ->> 'receivedBy'
      where ${differ(stated)}
      order by number limit 1`,
  },
]
