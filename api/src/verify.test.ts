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
      for (const table of ['wallet', 'wallet_entry', 'payment', 'attendance'])
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

test('nothing was kept of that', async () => {
  expect((await verify(portal.portal.database)).filter((finding) => finding.fault)).toEqual([])
})
