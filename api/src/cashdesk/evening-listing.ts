import type { Evening } from '@academy/contract/cashdesk/evening.ts'
import { ringgit, sen } from '@academy/contract/wallet/rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { found } from '../platform/http/index.ts'
import { closeOf, closes } from './listing.ts'

/** What a close verified: payments, and the credits that they bought. */
const verifiedOf = (what: 'payments' | 'credits') =>
  sql<number>`(select ${what === 'payments' ? sql`count(*)` : sql`coalesce(sum(payment.credit_purchase), 0)`}::int
    from cash_close_line as line join payment on payment.id = line.payment
    where line.close = cash_close.id and line.verified_here)`

/** An evening with the close of each coach, by name; 404 when there is none. */
export async function eveningOf(tx: Tx, id: string): Promise<Evening> {
  const row = found(
    await tx.read().selectFrom('cashEvening').selectAll().where('id', '=', id).executeTakeFirst(),
    'Evening close',
  )
  const made = await closes(tx)
    .select([verifiedOf('payments').as('verified'), verifiedOf('credits').as('credits')])
    .where('cashClose.evening', '=', id)
    .orderBy(sql`lower(cash_close.coach_name)`)
    .orderBy('cashClose.id')
    .execute()
  return {
    _id: row.id,
    number: row.number,
    day: row.day,
    expected: row.expected,
    counted: row.counted,
    difference: ringgit(sen(row.counted) - sen(row.expected)),
    closes: made.map((close) => ({ ...closeOf(close), verified: close.verified, credits: close.credits })),
    closedBy: row.closedByName,
    closedAt: row.closedAt,
  }
}
