import type { QueryOf } from '@academy/contract/platform/endpoint.ts'
import type { OutboxMail, recovery } from '@academy/contract/staff/recovery.ts'
import type { Kysely } from 'kysely'
import { inTransaction, mailsGoOut, orderBy, paged, type Schema, search, type Tx } from '../../platform/data/index.ts'
import { systemCaller } from '../../platform/http/index.ts'
import type { Mail, Portal } from '../../platform/runtime/index.ts'
import { callersRights, missingRight } from '../rights.ts'
import { rightsOfRow, usersOf } from '../user-rows.ts'

/** Stores a mail that was not sent, for users who may edit users. */
async function storeInOutbox(tx: Tx, on: Kysely<Schema>, { mail, userId }: IssuedMail): Promise<void> {
  await on
    .insertInto('outboxMail')
    .values({ id: tx.newId(), at: tx.now, toAddress: mail.to, subject: mail.subject, body: mail.text, userId })
    .execute()
}

/** A mail to a user of the portal. */
interface IssuedMail {
  mail: Mail
  userId: string
}

/** Sends a mail once the change is committed. What the mail server does not take, or without one, is kept in the outbox. */
export async function post(tx: Tx, on: Kysely<Schema>, issued: IssuedMail): Promise<void> {
  if (!(await mailsGoOut(tx.portal, tx))) return storeInOutbox(tx, on, issued)
  tx.afterCommit(async () => tx.portal.background.run(() => send(tx.portal, issued)))
}

async function send(portal: Portal, issued: IssuedMail): Promise<void> {
  try {
    await portal.mailer.send(issued.mail)
  } catch (error) {
    portal.log.warn({ error }, 'a mail was not sent')
    await inTransaction(portal, systemCaller('mail'), {}, (tx) =>
      tx.change(
        {
          section: 'Sign In',
          docType: 'user',
          docId: issued.userId,
          action: 'Failed',
          description: 'The mail server did not take a mail; it was kept in the outbox',
        },
        (on) => storeInOutbox(tx, on(), issued),
      ),
    )
  }
}

/** Only mails to users whose rights the caller holds too: a reset code of any other would be an escalation. */
export async function listOutbox(
  tx: Tx,
  query: QueryOf<typeof recovery.outbox>,
): Promise<{ items: OutboxMail[]; total: number }> {
  const held = await callersRights(tx)
  const people = await usersOf(tx.read())
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
