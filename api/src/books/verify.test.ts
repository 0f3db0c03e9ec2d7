import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { holder, pending } from '../../test/support/adjustments.ts'
import { fillBooks } from '../../test/support/books.ts'
import { testPortal } from '../../test/support/portal.ts'
import { readsOf } from '../platform/data/reads.ts'
import { type Finding, findingsOf, verify } from './verify.ts'

const portal = await testPortal()
await fillBooks(portal)
afterAll(() => portal.close())

test('books that were kept by the portal hold, and everything in them is looked at', async () => {
  const findings = await verify(portal.portal.database)
  expect(findings.filter((finding) => finding.fault)).toEqual([])
  expect(findings.filter((finding) => finding.count === 0).map((finding) => finding.name)).toEqual([])
})

/** Undoes changes of the books and keeps the result. */
class Answer extends Error {
  readonly findings: Finding[]
  constructor(findings: Finding[]) {
    super('answered')
    this.findings = findings
  }
}

/** What verify reports after somebody with the database's password has tampered with the books. */
async function afterForgery(...statements: string[]) {
  return portal.handle
    .transaction()
    .execute(async (db) => {
      for (const table of [
        'wallet',
        'wallet_entry',
        'payment',
        'card_order',
        'card_refund',
        'attendance',
        'credit_adjustment',
        'cash_close',
        'cash_close_line',
        'receipt',
        'letterhead_picture',
        'written_paper',
        'audit_record',
        'audit_head',
      ])
        await sql.raw(`alter table ${table} disable trigger user`).execute(db)
      for (const statement of statements) await sql.raw(statement).execute(db)
      throw new Answer(await findingsOf(readsOf(db)))
    })
    .catch((error: unknown) => {
      if (error instanceof Answer)
        return error.findings.flatMap(({ name, fault }) => (fault ? [{ name, ...fault }] : []))
      throw error
    })
}

test.each([
  [
    'a changed credit',
    [
      'alter table wallet_entry drop constraint if exists wallet_entry_check',
      `update wallet_entry set credit = credit + 5 where kind = 'opening'`,
    ],
    'ledger entries continue each other',
    /^wallet entry .*: 100 and 105 do not make 100|do not make/,
  ],
  [
    'a changed balance',
    ['update wallet set balance = balance + 1000 where balance = 90'],
    'balances are the sum of their entries',
    /it says 1090 credits at version 2, its 2 entries make 90/,
  ],
  [
    'a removed entry',
    [
      `update attendance set entry = null, status = 'A', check_in = null`,
      `delete from wallet_entry where kind = 'attendance'`,
    ],
    'balances are the sum of their entries',
    /it says 90 credits at version 2, its 1 entries make 100/,
  ],
  [
    'a missing wallet',
    [`delete from wallet where member not in (select member from wallet_entry)`],
    'every member has a wallet',
    /there is no wallet/,
  ],
  [
    'a payment paid without credit',
    [
      `update payment set is_pay = true, receipt_no = 'OR-X', verified_by_name = 'x' where not is_pay and not is_rejected`,
    ],
    'payments agree with the ledger and their receipts',
    /it is paid and no wallet entry|it is paid, and no wallet entry credits it/,
  ],
  [
    'a payment worth more than was credited',
    ['update payment set credit_purchase = 500 where is_pay and not is_cancelled'],
    'payments agree with the ledger and their receipts',
    /it is for 500 credits .* gives 120/,
  ],
  [
    'a cancelled payment that kept its credit',
    ['update payment set is_cancelled = true where is_pay'],
    'payments agree with the ledger and their receipts',
    /it is cancelled, and its credit was not taken back/,
  ],
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
    'a paper of a close that is gone',
    [`delete from written_paper where number = 'CC-2026-0001'`],
    'adjustments and closes were written down as they are printed',
    /^cash close CC-2026-0001: it was not written down/,
  ],
  [
    'a paper of an adjustment that there is not',
    [
      `insert into written_paper select gen_random_uuid(), kind, 'CA-X', members, content, digest, logo, written_at, is_later
        from written_paper where kind = 'credit-adjustment'`,
    ],
    'adjustments and closes were written down as they are printed',
    /^credit adjustment CA-X: it was written down, and is not approved or closed/,
  ],
  [
    'another receipt number',
    [`update payment set receipt_no = 'OR-FORGED ' || order_no where is_pay and not is_cancelled`],
    'payments agree with the ledger and their receipts',
    /names another receipt/,
  ],
  [
    'a payment in no state there is',
    [
      'alter table payment drop constraint if exists payment_check, drop constraint if exists payment_check1',
      'update payment set is_rejected = true where is_pay and not is_cancelled',
    ],
    'payments are in one of their four states',
    /payment ORD-.*: it is rejected and paid/,
  ],
  [
    'a wallet that expires later',
    [`update wallet set credit_expired = credit_expired + 1 where credit_expired is not null`],
    'wallets expire when the trail says',
    /it expires 20\d\d-\d\d-\d\d, by the trail 20\d\d-\d\d-\d\d/,
  ],
  [
    'a wallet that does not expire any more',
    [`update wallet set credit_expired = null`],
    'wallets expire when the trail says',
    /it expires never, by the trail 20\d\d-\d\d-\d\d/,
  ],
  [
    'credit valid for longer than bought',
    [`update payment set expired_date = expired_date + 30 where is_pay`],
    'paid credit is valid from its verification for the months bought',
    /it is valid until 2027-06-19, 6 months after its verification are 2027-05-20/,
  ],
  [
    'expired credit cleared too early',
    [`update wallet_entry set cause_label = 'Expired on 2026-11-20' where kind = 'expired'`],
    'expired credit was cleared as a whole, after its day',
    /it was written on 2026-11-20, the credit expired on 2026-11-20/,
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
    'a close that expects another sum',
    [`update cash_close set expected = 90, counted = 90 where number = 'CC-2026-0001'`],
    'cash closes expect what their payments make',
    /cash close CC-2026-0001 .*: it expects RM 90.00, its 1 payments make RM 100.00/,
  ],
  [
    'a correction that expects another sum',
    [`update cash_close set expected = 5, counted = 5 where number = 'CC-2026-0002'`],
    'cash closes expect what their payments make',
    /CC-2026-0002 .*: it expects RM 5.00, the close it corrects misses RM 4.50/,
  ],
  [
    'a close whose notes make another sum',
    [`update cash_close set counted = 80 where number = 'CC-2026-0001'`],
    'cash closes count what their notes and coins make, and explain a difference',
    /RM 80.00 was counted, its notes and coins make RM 95.50/,
  ],
  [
    'a close without its remark',
    [
      'alter table cash_close drop constraint cash_close_explained',
      `update cash_close set remark = null, pieces = null where number = 'CC-2026-0001'`,
    ],
    'cash closes count what their notes and coins make, and explain a difference',
    /it differs by RM -4.50 and has no remark/,
  ],
  [
    'a closed payment that was given back without being cancelled',
    [
      `update payment set is_cancelled = false where id in (select payment from cash_close_line where kind = 'returned')`,
    ],
    'closed payments are cash that was paid, each closed once',
    /close CC-2026-0003 gave it back, and it is not cancelled/,
  ],
  [
    'a closed payment of another amount',
    [`update cash_close_line set amount = 70 where kind = 'received'`],
    'closed payments are cash that was paid, each closed once',
    /it is for RM 100.00, close CC-2026-000\d has it with RM 70.00/,
  ],
  [
    'a payment in two closes',
    [
      'alter table cash_close_line drop constraint cash_close_line_once',
      `insert into cash_close_line select (select id from cash_close where number = 'CC-2026-0002'), payment, kind, amount, false
        from cash_close_line where kind = 'received' limit 1`,
    ],
    'closed payments are cash that was paid, each closed once',
    /it is received in 2 closes/,
  ],
  [
    'a close that is gone',
    [
      `delete from cash_close_line where close = (select id from cash_close where number = 'CC-2026-0003')`,
      `delete from cash_close where number = 'CC-2026-0003'`,
    ],
    'cash closes are numbered without gaps',
    /the cash closes of 2026: 3 numbers were issued, 2 closes bear one/,
  ],
  [
    'a close with another number',
    [`update cash_close set running_no = 7 where number = 'CC-2026-0003'`],
    'cash closes are numbered without gaps',
    /cash close CC-2026-0003 .*: it should be number 3 of 2026/,
  ],
  [
    'an approved adjustment that moved another sum',
    [`update credit_adjustment set adjust_credit = 500 where status = 'Approved'`],
    'credit adjustments agree with the ledger',
    /it is for 500 credits .* gives 10 to/,
  ],
  [
    'a cancelled card payment whose refund is forgotten',
    ['delete from card_refund'],
    'card payments are credited or refunded',
    /it is cancelled, and no refund of pay_\w+ is open or made/,
  ],
  [
    'a refund of money that a wallet has',
    [`update payment set is_cancelled = false where payment_type = 'Direct'`],
    'card payments are credited or refunded',
    /it is not cancelled, and pay_\w+ is to be refunded/,
  ],
  [
    'a card order that was paid with less',
    ['update card_order set amount = 5000'],
    'card payments are credited or refunded',
    /it is for RM 100.00, pay_\w+ paid 5000 sen/,
  ],
  [
    'an ended card order whose payment was made',
    [`update card_order set state = 'ended', provider_payment = null`],
    'card orders stand where their payments stand',
    /it is paid, and its card order is ended/,
  ],
  [
    'an approved adjustment that moved nothing',
    [
      `update credit_adjustment set status = 'Approved', approved_by_name = 'x', approved_at = now() where status = 'Pending'`,
    ],
    'credit adjustments agree with the ledger',
    /it is approved, and no wallet entry adjusts by it/,
  ],
  [
    'a pending adjustment that moved the wallet',
    [
      `update credit_adjustment set status = 'Pending', approved_by_name = null, approved_at = null where status = 'Approved'`,
    ],
    'credit adjustments agree with the ledger',
    /it is pending, and wallet entry .* adjusts by it/,
  ],
  [
    'an adjustment without a document',
    [`delete from credit_adjustment where status = 'Approved'`],
    'adjustments in the ledger have a document',
    /there is no credit adjustment/,
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
  [
    'a debit without attendance',
    [`update attendance set entry = null, status = 'A', check_in = null where status = 'P'`],
    'debits for classes have their attendance',
    /it was not reversed, and no attendance is paid by it/,
  ],
  [
    'an attendance that costs another sum',
    [`update attendance set credit_minus = 3 where status = 'P'`],
    'attendance agrees with the ledger',
    /it costs 3 credits .* takes -10/,
  ],
])('%s is found and named', async (_, statements, name, words) => {
  const faults = await afterForgery(...statements)
  const fault = faults.find((one) => one.name === name)
  expect(`${fault?.row}: ${fault?.problem}`).toMatch(words)
})

const rehash = (position: number) => `update audit_record as r set hash = audit_hash(r) where position = ${position}`
const moveUp = (from: number) => [
  `update audit_record set position = -position - 1 where position >= ${from}`,
  'update audit_record set position = -position where position < 0',
]
const copyOf = (position: number, to: string) =>
  `insert into audit_record (id, position, at, username, section, doc_type, action, description, previous, hash)
    select gen_random_uuid(), ${to}, at, 'forger', section, doc_type, action, 'Never happened', previous, hash
    from audit_record where position = ${position}`

test.each([
  [
    'a changed description',
    [`update audit_record set description = 'Nothing special' where position = 7`],
    /^audit record 7 \(.*\): its content is not what was recorded/,
  ],
  [
    'another person in a record',
    [`update audit_record set username = 'somebody else' where position = 7`],
    /^audit record 7 \(.*\): its content is not what was recorded/,
  ],
  [
    'a record of another time',
    [`update audit_record set at = at + interval '1 microsecond' where position = 7`],
    /^audit record 7 \(.*\): its content is not what was recorded/,
  ],
  [
    'a removed record in the middle',
    ['delete from audit_record where position = 9'],
    /^audit record 9: missing: the next one there is 10$/,
  ],
  [
    'several removed records',
    ['delete from audit_record where position between 9 and 12'],
    /^audit records 9 to 12: missing: the next one there is 13$/,
  ],
  [
    'a removed record, the others moved up to hide it',
    [
      'delete from audit_record where position = 9',
      'update audit_record set position = 1 - position where position > 9',
      'update audit_record set position = -position where position < 0',
      'update audit_head set position = position - 1',
    ],
    /^audit record 9 \(.*\): its content is not what was recorded/,
  ],
  ['the removed first record', ['delete from audit_record where position = 1'], /^audit record 1: missing/],
  [
    'the removed last records',
    ['delete from audit_record where position > (select max(position) - 2 from audit_record)'],
    /^audit records \d+ to \d+: missing at the end$/,
  ],
  [
    'the removed last record, the end put back',
    [
      'delete from audit_record where position = (select max(position) from audit_record)',
      'update audit_head set position = position - 1',
    ],
    /^audit record \d+: it is the last and not the one the portal wrote$/,
  ],
  ['all records gone', ['delete from audit_record'], /^audit records 1 to \d+: missing at the end$/],
  ['a removed end', ['delete from audit_head'], /^the end of the audit trail: /],
  [
    'a swapped pair',
    [
      'update audit_record set position = -position where position in (5, 6)',
      'update audit_record set position = 11 + position where position < 0',
    ],
    /^audit record 5 \(.*\): its content is not what was recorded/,
  ],
  [
    'a forged record put between',
    [...moveUp(9), 'update audit_head set position = position + 1', copyOf(8, '9')],
    /^audit record 9 \(.*\): its content is not what was recorded/,
  ],
  [
    'a forged record put between with a hash of its own',
    [
      ...moveUp(9),
      'update audit_head set position = position + 1',
      copyOf(8, '9'),
      'update audit_record set previous = (select hash from audit_record where position = 8) where position = 9',
      rehash(9),
    ],
    /^audit record 9 \(.*\): the record after it names another hash than this one has/,
  ],
  [
    'a forged record put at the end',
    [copyOf(8, '(select max(position) + 1 from audit_record)')],
    /^audit record \d+ \(.*\): its content is not what was recorded/,
  ],
  [
    'a forged record put at the end with a hash of its own',
    [
      copyOf(8, '100000 + position'),
      `update audit_record as r set position = before.position + 1, previous = before.hash
        from (select position, hash from audit_record where position < 100000 order by position desc limit 1) as before
        where r.position > 100000`,
      `update audit_record as r set hash = audit_hash(r) where description = 'Never happened'`,
    ],
    /^audit record \d+: it was added past the portal: its last record is \d+$/,
  ],
  [
    'a changed record whose hash was made again',
    [`update audit_record set description = 'Nothing special' where position = 7`, rehash(7)],
    /^audit record 7 \(.*\): the record after it names another hash than this one has/,
  ],
  [
    'the last record changed and its hash made again',
    [
      `update audit_record set description = 'Nothing special' where position = (select position from audit_head)`,
      'update audit_record as r set hash = audit_hash(r) where position = (select position from audit_head)',
    ],
    /^audit record \d+: it is the last and not the one the portal wrote$/,
  ],
  [
    'the records up to one removed, and that one made the first',
    [
      'delete from audit_record where position < 5',
      'update audit_record set position = 1 where position = 5',
      rehash(1),
    ],
    /^audit record 1 \(.*\): it is the first and names one before it/,
  ],
  [
    'a changed record of which only the hash before it was made again',
    [`update audit_record set previous = sha256('x') where position = 7`],
    /^audit record 7 \(.*\): its content is not what was recorded/,
  ],
])('in the audit trail %s is found and named', async (_, statements, words) => {
  const faults = await afterForgery(...statements)
  const fault = faults.find((one) => one.name === 'audit records are linked by their hashes')
  expect(`${fault?.row}: ${fault?.problem}`).toMatch(words)
})

test('the end of the trail is told, to be noted elsewhere', async () => {
  const trail = (await verify(portal.portal.database)).find(({ name }) => name.startsWith('audit records'))
  expect(trail?.note).toMatch(/^the last is \d+, hash [0-9a-f]{64}$/)
})

test('nothing was kept of that', async () => {
  expect((await verify(portal.portal.database)).filter((finding) => finding.fault)).toEqual([])
})

test('a running number that a clerk set is in the trail, and no fault', async () => {
  const clerk = await portal.as()
  const format = async () => (await clerk.get('/doc-num-format/type/Credit%20Adjustment')).json()
  const { _id, running_no } = await format()
  for (const set of [running_no + 50, running_no + 20])
    expect((await clerk.put(`/doc-num-format/${_id}`, { running_no: set })).statusCode).toBe(200)
  await pending(clerk, await holder(portal, 30, 'Goh Peng Huat'))
  expect((await format()).running_no).toBe(running_no + 21)
  expect((await verify(portal.portal.database)).filter((finding) => finding.fault)).toEqual([])
})
