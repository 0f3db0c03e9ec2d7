import type { OwnSession } from '@academy/contract/staff/sessions.ts'
import type { Tx } from '../../platform/data/index.ts'
import { notFound } from '../../platform/http/index.ts'
import { callersRights, lockStaff, refuseBeyondRank } from '../rights.ts'
import { endSignIns } from '../second-factor/tickets.ts'
import { storedFormOf } from '../staff.ts'
import { rightsOfRow } from '../user-rows.ts'
import { endSessions, rowOf } from '../users.ts'
import { deviceOf } from './devices.ts'
import { familyOf, hashOf, newTokens, type Tokens } from './tokens.ts'

const auditEntry = (userId: string, username: string, description: string) => ({
  section: 'Sign In',
  docType: 'session',
  docId: userId,
  action: 'Signed out',
  description,
  by: { userId, username },
})

/**
 * New tokens for a refresh token; null when it is unknown or expired, or its user disabled. A token that is used a second
 * time ends its session, because it may be stolen. There is no grace period for two tabs: the screens take turns.
 */
export async function renew(tx: Tx, refreshToken: string): Promise<Tokens | null> {
  const family = familyOf(refreshToken)
  const session = await tx
    .read()
    .selectFrom('staffSession as session')
    .innerJoin('staffUser as user', 'user.id', 'session.userId')
    .where('session.refreshFamily', '=', hashOf(family))
    .select(['session.id', 'session.refreshHash', 'session.refreshExpires', 'session.createdAt'])
    .select(['user.id as userId', 'user.username', 'user.isDisable'])
    .forUpdate('session')
    .executeTakeFirst()
  if (!session) return null
  const { id, userId, username } = session
  if (!session.refreshHash.equals(hashOf(refreshToken))) {
    await tx.change(
      auditEntry(userId, username, `Session of ${username} ended: a refresh token was used twice`),
      (on) => on().deleteFrom('staffSession').where('id', '=', id).execute(),
    )
    return null
  }
  if (session.isDisable || Date.parse(session.refreshExpires) <= Date.parse(tx.now)) return null
  const tokens = newTokens(tx.portal.config.session.idleSeconds, family)
  await tx.change(
    {
      ...auditEntry(userId, username, `${username} stayed signed in`),
      action: 'Renewed',
    },
    (on) =>
      on()
        .updateTable('staffSession')
        .set(storedFormOf(tx, tokens, session.createdAt))
        .where('id', '=', id)
        .execute(),
  )
  return tokens
}

/** Ends the session of an access token. */
export async function endSession(tx: Tx, token: string): Promise<void> {
  const { userId, username } = tx.by
  await tx.change(auditEntry(userId ?? '', username, `${username} signed out`), (on) =>
    on().deleteFrom('staffSession').where('tokenHash', '=', hashOf(token)).execute(),
  )
}

/** Ends the session that a browser had when somebody signed in there anew, whoever's it was. */
export async function endReplaced(tx: Tx, token: string): Promise<void> {
  const session = await tx
    .read()
    .selectFrom('staffSession as session')
    .innerJoin('staffUser as user', 'user.id', 'session.userId')
    .where('session.tokenHash', '=', hashOf(token))
    .select(['session.id', 'user.id as userId', 'user.username'])
    .executeTakeFirst()
  if (!session) return
  const { id, userId, username } = session
  await tx.change(
    auditEntry(userId, username, `Session of ${username} ended: somebody signed in on the same browser`),
    (on) => on().deleteFrom('staffSession').where('id', '=', id).execute(),
  )
}

/** A user's sessions that are not over: that of this token first, then the last used. */
export async function sessionsOf(tx: Tx, userId: string | null, token: string | undefined): Promise<OwnSession[]> {
  const rows = await tx
    .read()
    .selectFrom('staffSession')
    .select(['id', 'tokenHash', 'userAgent', 'address', 'createdAt', 'lastUsed'])
    .where('userId', '=', userId)
    .where('refreshExpires', '>', tx.now)
    .orderBy('lastUsed', 'desc')
    .orderBy('id')
    .execute()
  const own = token === undefined ? undefined : hashOf(token)
  return rows
    .map((row) => ({
      _id: row.id,
      device: deviceOf(row.userAgent),
      address: row.address,
      createdAt: row.createdAt,
      lastUsed: row.lastUsed,
      isCurrent: own?.equals(row.tokenHash) ?? false,
    }))
    .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

/** Signs the caller out on one device; 404 for another user's session. */
export async function endOwnSession(tx: Tx, id: string): Promise<void> {
  const { userId, username } = tx.by
  await tx.change(auditEntry(userId ?? '', username, `${username} signed out another device`), async (on) => {
    const gone = await on()
      .deleteFrom('staffSession')
      .where('id', '=', id)
      .where('userId', '=', userId ?? '')
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw notFound('Session')
  })
}

/** Signs the caller out on every device. */
export async function endOwnSessions(tx: Tx): Promise<void> {
  const { userId, username } = tx.by
  await tx.change(auditEntry(userId ?? '', username, `${username} signed out everywhere`), async (on) => {
    await on()
      .deleteFrom('staffSession')
      .where('userId', '=', userId ?? '')
      .execute()
    await endSignIns(on(), userId ?? '')
  })
}

/** The user, when the caller holds every right that they hold; 403 otherwise. */
async function manageable(tx: Tx, userId: string, doing: string) {
  const row = await rowOf(tx, userId)
  refuseBeyondRank(await callersRights(tx), rightsOfRow(row), `${doing} ${row.username}`)
  return row
}

/** Where another user is signed in. */
export async function sessionsOfUser(tx: Tx, userId: string, token: string | undefined): Promise<OwnSession[]> {
  await manageable(tx, userId, 'see the devices of')
  return sessionsOf(tx, userId, token)
}

/** Signs another user out, on one device or, without `session`, on all; codes for a new password end with the last. */
export async function endSessionsOfUser(tx: Tx, userId: string, session?: string): Promise<void> {
  await lockStaff(tx)
  const { username } = await manageable(tx, userId, 'sign out')
  const where = session ? 'on one device' : 'everywhere'
  await tx.change(
    {
      section: 'User Login',
      docType: 'session',
      docId: userId,
      action: 'Signed out',
      description: `${tx.by.username} signed ${username} out ${where}`,
    },
    async (on) => {
      if (!session) return endSessions(on(), userId)
      const ended = on().deleteFrom('staffSession').where('id', '=', session).where('userId', '=', userId)
      if (!(await ended.returning('id').executeTakeFirst())) throw notFound('Session')
    },
  )
}
