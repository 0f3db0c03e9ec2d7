import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPortal } from './testing.ts'
import { testPortal } from './testing.ts'
import { keepBooks } from './testing-books.ts'
import { type Finding, findingsOf, verify } from './verify.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
  await keepBooks(portal)
})
afterAll(() => portal.close())

test('books that were kept by the portal hold, and everything in them is looked at', async () => {
  const findings = await verify(portal.portal.database)
  expect(findings.filter((finding) => finding.fault)).toEqual([])
  expect(findings.filter((finding) => finding.count === 0).map((finding) => finding.name)).toEqual([])
})

/** Undoes what is done to the books, the answer kept. */
class Answer extends Error {
  readonly findings: Finding[]
  constructor(findings: Finding[]) {
    super('answered')
    this.findings = findings
  }
}

/** What verify says of books that somebody with the database's password has put their hand to. */
async function afterForgery(...statements: string[]) {
  const { database } = portal.portal
  return database.handle
    .transaction()
    .execute(async (db) => {
      for (const table of [
        'wallet',
        'wallet_entry',
        'payment',
        'attendance',
        'credit_adjustment',
        'audit_record',
        'audit_head',
      ])
        await sql.raw(`alter table ${table} disable trigger user`).execute(db)
      for (const statement of statements) await sql.raw(statement).execute(db)
      throw new Answer(await findingsOf(db))
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
    'another receipt number',
    [`update payment set receipt_no = 'OR-FORGED' where is_pay and not is_cancelled`],
    'payments agree with the ledger and their receipts',
    /names another receipt/,
  ],
  [
    'an approved adjustment that moved another sum',
    [`update credit_adjustment set adjust_credit = 500 where status = 'Approved'`],
    'credit adjustments agree with the ledger',
    /it is for 500 credits .* gives 10 to/,
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
