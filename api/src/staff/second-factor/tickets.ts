import type { Kysely } from 'kysely'
import type { Schema, Tx } from '../../platform/data/index.ts'
import { type Changes, unrecorded } from '../../platform/data/unrecorded.ts'
import { later, type Portal } from '../../platform/runtime/index.ts'
import { hashOf, newCode } from '../sign-in/tokens.ts'

/** Minutes for the second step. */
const lifetime = 10

type Purpose = 'signIn' | 'confirm' | 'passkey' | 'totp'

/** Keeps what the second step needs; the answer is the only way to it. */
export async function newTicket(
  portal: Portal,
  ticket: { userId: string; purpose: Purpose; challenge?: string | undefined; secret?: Buffer },
  on: Changes = unrecorded(portal.database),
): Promise<string> {
  const token = newCode()
  const expires = later(portal.clock.now(), lifetime * 60_000).toISOString()
  await on
    .insertInto('secondFactorTicket')
    .values({ challenge: null, secret: null, ...ticket, tokenHash: hashOf(token), expires })
    .execute()
  return token
}

/** A ticket that has not expired and its active user, locked, so that a code cannot be used twice at once. */
export const ticketOf = (tx: Tx, token: string, purpose: Purpose) =>
  tx
    .read()
    .selectFrom('secondFactorTicket as ticket')
    .innerJoin('staffUser as user', 'user.id', 'ticket.userId')
    .where('ticket.tokenHash', '=', hashOf(token))
    .where('ticket.purpose', '=', purpose)
    .where('ticket.expires', '>', tx.now)
    .where('user.isDisable', '=', false)
    .select(['ticket.tokenHash', 'ticket.challenge', 'ticket.secret'])
    .select(['user.id', 'user.username', 'user.email'])
    .forUpdate()
    .executeTakeFirst()

/** Ends the sign-ins of a user that wait for the second step: the password that began them may be another by now. */
export const endSignIns = (on: Kysely<Schema>, userId: string) =>
  on.deleteFrom('secondFactorTicket').where('userId', '=', userId).where('purpose', '=', 'signIn').execute()

export type Ticket = NonNullable<Awaited<ReturnType<typeof ticketOf>>>

/** A ticket is for one use; those that expired go too. */
export const useUp = (tx: Tx, on: Kysely<Schema>, ticket: Ticket) =>
  on
    .deleteFrom('secondFactorTicket')
    .where((eb) => eb.or([eb('tokenHash', '=', ticket.tokenHash), eb('expires', '<', tx.now)]))
    .execute()
