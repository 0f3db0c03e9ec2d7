import { sql } from 'kysely'
import { evidenceOf } from '../../../src/books/books.ts'
import { type Finding, findingsOf } from '../../../src/books/verify.ts'
import { readsOf } from '../../../src/platform/data/reads.ts'
import type { TestPortal } from '../portal.ts'

/** Undoes changes of the books and keeps the result. */
class Answer extends Error {
  readonly findings: Finding[]
  constructor(findings: Finding[]) {
    super('answered')
    this.findings = findings
  }
}

/** What verify reports after somebody with the database's password has tampered with the books. */
export async function afterForgery(portal: TestPortal, ...statements: string[]) {
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
        'cash_evening',
        'month_close',
        'month_file',
        'month_settlement',
        'receipt',
        'letterhead_picture',
        'written_paper',
        'audit_record',
        'audit_head',
        'staff_user',
        'user_group',
        'staff_session',
        'second_factor',
      ])
        await sql.raw(`alter table ${table} disable trigger user`).execute(db)
      for (const statement of statements) await sql.raw(statement).execute(db)
      throw new Answer(await findingsOf(readsOf(db), await evidenceOf(portal.portal)))
    })
    .catch((error: unknown) => {
      if (error instanceof Answer)
        return error.findings.flatMap(({ name, fault }) => (fault ? [{ name, ...fault }] : []))
      throw error
    })
}
