import { afterAll, expect, test } from 'vitest'
import { fillBooks } from '../../test/support/books/books.ts'
import { afterForgery } from '../../test/support/books/forgery.ts'
import { testPortal } from '../../test/support/portal.ts'

const portal = await testPortal()
await fillBooks(portal)
afterAll(() => portal.close())

test.each([
  [
    'a receipt that says another name',
    [
      'alter table receipt drop constraint receipt_check',
      `update receipt set content = replace(content, 'Lim Ah Kow', 'Lim Ah Seng') where number = 'OR-2026-0001'`,
    ],
    'receipts say what they said when they were written down',
    /^receipt OR-2026-0001: it was changed since/,
  ],
  [
    'a receipt that says another name, with a digest of its own',
    [
      `update receipt set content = said, digest = encode(sha256(convert_to(said, 'UTF8')), 'hex')
        from (select payment as one, replace(content, 'Lim Ah Kow', 'Lim Ah Seng') as said from receipt) as forged
        where one = payment and number = 'OR-2026-0001'`,
    ],
    'receipts say what they said when they were written down',
    /^receipt OR-2026-0001: it was changed since/,
  ],
  [
    'a changed logo',
    [
      'alter table letterhead_picture drop constraint letterhead_picture_check',
      `insert into letterhead_picture values ('old', 'x')`,
      `update receipt set logo = 'old' where number = 'OR-2026-0002'`,
    ],
    'receipts say what they said when they were written down',
    /^receipt OR-2026-0002: its logo or background old was changed since/,
  ],
  [
    'a receipt that is gone',
    [`delete from receipt where number = 'OR-2026-0001'`],
    'receipts were written down when they were issued',
    /^receipt OR-2026-0001: payment ORD-2026-\d+ bears it, and it was not written down/,
  ],
  [
    'a receipt of another amount',
    [`update receipt set amount = 90 where number = 'OR-2026-0001'`],
    'receipts were written down when they were issued',
    /^receipt OR-2026-0001: it was written down for RM 90.00, payment ORD-2026-\d+ is of RM 100.00/,
  ],
  [
    'an adjustment on paper that says another name, with a digest of its own',
    [
      `update written_paper set content = said, digest = encode(sha256(convert_to(said, 'UTF8')), 'hex')
        from (select document as one, replace(content, 'Lee Mun Yee', 'Lee Mun Yi') as said from written_paper) as forged
        where one = document and kind = 'credit-adjustment'`,
    ],
    'adjustments and closes are printed as they were written down',
    /^credit adjustment CA-2026-0001: it was changed since/,
  ],
  [
    'an adjustment that is printed and has another credit',
    [`update credit_adjustment set adjust_credit = 12 where status = 'Approved'`],
    'adjustments and closes are printed as they were written down',
    /^credit adjustment CA-2026-0001: it says CA-2026-0001 of 10, and is of 12/,
  ],
  [
    'an adjustment of another day',
    [`update credit_adjustment set date = '2026-01-01' where doc_no = 'CA-2026-0001'`],
    'credit adjustments are what their papers say',
    /^credit adjustment CA-2026-0001 .*: its paper says date 2026\/11\/\d\d, and it is 2026\/01\/01$/,
  ],
  [
    'an adjustment for another reason',
    [`update credit_adjustment set reason = 'A gift' where doc_no = 'CA-2026-0001'`],
    'credit adjustments are what their papers say',
    /its paper says reason .+, and it is A gift$/,
  ],
  [
    'an adjustment that somebody else made',
    [`update credit_adjustment set created_by_name = 'somebody else' where doc_no = 'CA-2026-0001'`],
    'credit adjustments are what their papers say',
    /its paper says created by user 1, and it is somebody else$/,
  ],
  [
    'an adjustment that somebody else approved',
    [`update credit_adjustment set approved_by_name = 'somebody else' where doc_no = 'CA-2026-0001'`],
    'credit adjustments are what their papers say',
    /its paper says approved by user 1, and it is somebody else$/,
  ],
  [
    'an adjustment approved on another day',
    [`update credit_adjustment set approved_at = approved_at + interval '1 day' where doc_no = 'CA-2026-0001'`],
    'credit adjustments are what their papers say',
    /its paper says approved on 2026\/11\/20, and it is 2026\/11\/21$/,
  ],
  [
    'a close with another remark',
    [`update cash_close set remark = 'It was stolen' where number = 'CC-2026-0001'`],
    'cash closes are what their papers say',
    /^cash close CC-2026-0001 .*: its paper says remark A note is missing, and it is It was stolen$/,
  ],
  [
    'a close of a coach with another name',
    [`update cash_close set coach_name = 'Somebody else' where number = 'CC-2026-0001'`],
    'cash closes are what their papers say',
    /its paper says coach Farid bin Osman, and it is Somebody else$/,
  ],
  [
    'a close by somebody else',
    [`update cash_close set closed_by_name = 'somebody else' where number = 'CC-2026-0001'`],
    'cash closes are what their papers say',
    /its paper says closed by user 1, and it is somebody else$/,
  ],
  [
    'a close at another time',
    [`update cash_close set closed_at = closed_at - interval '1 hour' where number = 'CC-2026-0001'`],
    'cash closes are what their papers say',
    /its paper says closed on 20-11-2026 12:00, and it is 20-11-2026 11:00$/,
  ],
  [
    'a correction of another day',
    [`update cash_close set day = '2026-11-19' where number = 'CC-2026-0002'`],
    'cash closes are what their papers say',
    /^cash close CC-2026-0002 .*: its paper says day 20-11-2026, and it is 19-11-2026$/,
  ],
  [
    'a close that expects another sum than its paper',
    [`update cash_close set expected = 90 where number = 'CC-2026-0001'`],
    'cash closes are what their papers say',
    /its paper says expected RM 100.00, and it is 90.00$/,
  ],
  [
    'a close that left another sum',
    [`update cash_close set left_amount = 0 where number = 'CC-2026-0001'`],
    'cash closes are what their papers say',
    /its paper says left RM \d+.00, and it is 0.00$/,
  ],
  [
    'a close that left other payments',
    [`update cash_close set left_payments = 9, left_amount = 900 where number = 'CC-2026-0005'`],
    'cash closes are what their papers say',
    /^cash close CC-2026-0005 .*: its paper says payments left 0, and it is 9$/,
  ],
  [
    'an evening of another day',
    [`update cash_evening set day = '2026-11-19'`],
    'evening closes are what their papers say',
    /^cash evening CC-2026-0004 to CC-2026-0005 .*: its paper says day 20-11-2026, and it is 19-11-2026$/,
  ],
  [
    'an evening closed by somebody else',
    [`update cash_evening set closed_by_name = 'somebody else'`],
    'evening closes are what their papers say',
    /its paper says closed by user 1, and it is somebody else$/,
  ],
  [
    'a close printed with another logo',
    [
      'alter table letterhead_picture drop constraint letterhead_picture_check',
      `insert into letterhead_picture values ('old', 'x')`,
      `update written_paper set logo = 'old' where number = 'CC-2026-0002'`,
    ],
    'adjustments and closes are printed as they were written down',
    /^cash close CC-2026-0002: its logo old was changed since/,
  ],
  [
    'the paper of an evening that says another explanation, with a digest of its own',
    [
      `update written_paper set content = said, digest = encode(sha256(convert_to(said, 'UTF8')), 'hex')
        from (select document as one, replace(content, 'Three notes', 'Two notes') as said from written_paper) as forged
        where one = document and kind = 'cash-evening'`,
    ],
    'adjustments and closes are printed as they were written down',
    /^cash evening CC-2026-0004 to CC-2026-0005: it was changed since/,
  ],
  [
    'a paper of an evening that is gone',
    [`delete from written_paper where kind = 'cash-evening'`],
    'adjustments and closes were written down as they are printed',
    /^cash evening CC-2026-0004 to CC-2026-0005: it was not written down/,
  ],
  [
    'a paper of a close that is gone',
    [`delete from written_paper where number = 'CC-2026-0001'`],
    'adjustments and closes were written down as they are printed',
    /^cash close CC-2026-0001: it was not written down/,
  ],
  [
    'a paper of an adjustment that there is not',
    [
      `insert into written_paper select gen_random_uuid(), kind, 'CA-X', members, content, digest, logo, written_at, is_later
        from written_paper where kind = 'credit-adjustment' limit 1`,
    ],
    'adjustments and closes were written down as they are printed',
    /^credit adjustment CA-X: it was written down, and is not approved or closed/,
  ],
  [
    'a receipt number left out',
    [
      `update audit_record set description = 'Nothing' where description = 'Issued Official Receipt number OR-2026-0002'`,
    ],
    'receipt numbers were issued once and each has its document',
    /receipt number OR-2026-0002: it was never issued, and document/,
  ],
  [
    'a receipt that is gone',
    [`update payment set receipt_no = null, is_pay = false, verified_by_name = null where receipt_no = 'OR-2026-0001'`],
    'receipt numbers were issued once and each has its document',
    /receipt number OR-2026-0001: it was issued, and no document bears it/,
  ],
  [
    'an order number twice',
    [
      'alter table payment drop constraint payment_order_no_key',
      `update payment set order_no = 'ORD-2026-0001' where order_no = 'ORD-2026-0002'`,
    ],
    'order numbers were issued once and each has its document',
    /order number ORD-2026-0001: 2 documents bear it/,
  ],
  [
    'a running number moved past the portal',
    [`update document_format set running_no = running_no + 3 where type = 'Official Receipt'`],
    'number formats count without gaps',
    /format Official Receipt: its running number is \d+, the last one in the trail is \d+/,
  ],
  [
    'an issue taken out of the trail',
    [`delete from audit_record where description = 'Issued Order number ORD-2026-0002'`],
    'number formats count without gaps',
    /\(Issued Order number ORD-2026-0003\): it counts from 2, the one before it ended at 1/,
  ],
  [
    'a deleted adjustment of which nothing is left',
    [`delete from credit_adjustment where status = 'Deleted'`],
    'credit adjustment numbers were issued once and each has its document',
    /number CA-2026-0002: it was issued, and no document bears it/,
  ],
  [
    'an adjustment with a number of its own making',
    [`update credit_adjustment set doc_no = 'CA-FORGED' where status = 'Pending'`],
    'credit adjustment numbers were issued once and each has its document',
    /CA-2026-0003: it was issued, and no document|CA-FORGED: it was never issued/,
  ],
])('%s is found and named', async (_, statements, name, words) => {
  const faults = await afterForgery(portal, ...statements)
  const fault = faults.find((one) => one.name === name)
  expect(`${fault?.row}: ${fault?.problem}`).toMatch(words)
})
