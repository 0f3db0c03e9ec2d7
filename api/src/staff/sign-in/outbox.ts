import type { QueryOf } from '@academy/contract/platform/endpoint.ts'
import type { OutboxMail, recovery } from '@academy/contract/staff/recovery.ts'
import type { Kysely } from 'kysely'
import { orderBy, paged, type Schema, search, type Tx } from '../../platform/data/index.ts'
import { later, type Mail } from '../../platform/runtime/index.ts'
import { callersRights, missingRight } from '../rights.ts'
import { rightsOfRow, usersOf } from '../user-rows.ts'

const retentionDays = 30

/** Stores a mail that was not sent, for users who may edit users; deletes old ones. */
export async function storeInOutbox(tx: Tx, on: Kysely<Schema>, mail: Mail, userId: string): Promise<void> {
  const old = later(tx.portal.clock.now(), -retentionDays * 24 * 3600 * 1000).toISOString()
  await on.deleteFrom('outboxMail').where('at', '<', old).execute()
  await on
    .insertInto('outboxMail')
    .values({ id: tx.newId(), at: tx.now, toAddress: mail.to, subject: mail.subject, body: mail.text, userId })
    .execute()
}

/** Only mails to users whose rights the caller holds too: a reset code of any other would be an escalation. */
export async function listOutbox(
  tx: Tx,
  query: QueryOf<typeof recovery.outbox>,
): Promise<{ items: OutboxMail[]; total: number }> {
  const held = await callersRights(tx)
  const people = await usersOf(tx)
    .where('user.id', 'in', tx.read().selectFrom('outboxMail').select('userId').distinct())
    .execute()
  const readable = people.filter((row) => !missingRight(held, rightsOfRow(row))).map((row) => row.id)
  if (readable.length === 0) return { items: [], total: 0 }
  let rows = tx.read().selectFrom('outboxMail').selectAll().where('userId', 'in', readable)
  rows = search(rows, query.searchText, ['toAddress', 'subject'])
  const columns = { at: 'at', to: 'toAddress', subject: 'subject', text: 'body' }
  const { items, total } = await paged(orderBy(rows, query.sort, columns, [{ field: 'at', descending: true }]), query)
  return {
    items: items.map((row) => ({ _id: row.id, at: row.at, to: row.toAddress, subject: row.subject, text: row.body })),
    total,
  }
}
