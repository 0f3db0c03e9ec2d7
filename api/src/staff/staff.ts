import { allows, type PermissionMap } from '@academy/contract/platform/permission.ts'
import { confirmedMinutes } from '@academy/contract/staff/second-factor.ts'
import { allCentres } from '@academy/contract/staff/users.ts'
import { type Kysely, sql } from 'kysely'
import { fixedRead, type Given, isId, type Schema, type Tx } from '../platform/data/index.ts'
import { unrecorded } from '../platform/data/unrecorded.ts'
import type { Caller } from '../platform/http/index.ts'
import { type Clock, type Config, later, type Portal } from '../platform/runtime/index.ts'
import { deviceOf } from './sign-in/devices.ts'
import { familyOf, hashOf, longestSessionSeconds, newTokens, refreshSeconds, type Tokens } from './sign-in/tokens.ts'

export { type MailedCode, redeemCode } from './sign-in/mailed-code.ts'
export { deleteOldMails } from './sign-in/outbox-retention.ts'
export { confirmOwnPassword } from './sign-in/own-password.ts'
export { closeSeries } from './sign-in/series.ts'
export { hashOf, newCode } from './sign-in/tokens.ts'

interface Restriction {
  isCenter: boolean
  centreIncharge: string[]
  accessRight: string[]
}

/** The centres a user is restricted to; null when not restricted. `isCenter` without a centre sees nothing. */
export function centresOf(user: Restriction): readonly string[] | null {
  if (user.accessRight.includes(allCentres)) return null
  return user.isCenter || user.centreIncharge.length > 0 ? user.centreIncharge : null
}

type Database = Portal['database']
type Session = Config['session']

/** Extends a used access token, up to a limit since it was issued. Written only after a tenth of its life, to save writes. */
async function extendToken(database: Database, session: Session, now: Date, token: { hash: Buffer } & TokenLife) {
  const longest = earlier(later(new Date(token.tokenBegan), session.longestSeconds * 1000), endOf(token.createdAt))
  const expires = earlier(later(now, session.idleSeconds * 1000), longest)
  if (expires.getTime() - Date.parse(token.tokenExpires) < session.idleSeconds * 100) return
  await unrecorded(database)
    .updateTable('staffSession')
    .set({ tokenExpires: expires.toISOString(), lastUsed: now.toISOString() })
    .where('tokenHash', '=', token.hash)
    .execute()
}
interface TokenLife {
  tokenBegan: string
  /** When its session was signed in. */
  createdAt: string
  tokenExpires: string
}

/** Of the users as `user`. */
export const hasSecondFactor = sql<boolean>`exists (select from second_factor where user_id = "user".id)`

interface SecondFactorState {
  hasSecondFactor: boolean
  secondFactorRequired: boolean
  confirmedAt: string | null
}

function secondFactorIn(state: SecondFactorState, now: Date): Caller['secondFactor'] {
  if (!state.hasSecondFactor) return state.secondFactorRequired ? 'missing' : 'none'
  const since = later(now, -confirmedMinutes * 60_000)
  return state.confirmedAt && Date.parse(state.confirmedAt) > since.getTime() ? 'confirmed' : 'old'
}

/** The session of an access token with its user; none when it is unknown or expired, or the user disabled. */
const holdersOf = fixedRead((db, given: Given<{ hash: Buffer; now: string }>) =>
  db
    .selectFrom('staffSession as session')
    .innerJoin('staffUser as user', 'user.id', 'session.userId')
    .innerJoin('userGroup as group', 'group.id', 'user.userGroup')
    .where('session.tokenHash', '=', given('hash'))
    .where('session.tokenExpires', '>', given('now'))
    .where('user.isDisable', '=', false)
    .select(['user.id', 'user.username', 'user.isCenter', 'user.centreIncharge', 'user.accessRight'])
    .select(['user.mustChangePassword', 'session.confirmedAt', 'group.secondFactorRequired'])
    .select(hasSecondFactor.as('hasSecondFactor'))
    .select([
      'session.id as sessionId',
      'group.permissions',
      'group.isDisable as groupIsDisable',
      'session.tokenBegan',
      'session.tokenExpires',
      'session.createdAt',
    ]),
)
type Holder = Awaited<ReturnType<typeof holdersOf>>[number]

/** A disabled group gives no rights. */
function callerOf(user: Holder, now: Date): Caller {
  const map = user.groupIsDisable ? {} : user.permissions
  return {
    userId: user.id,
    username: user.username,
    session: user.sessionId,
    can: (permission) => allows(map, permission),
    centres: centresOf(user),
    mustChangePassword: user.mustChangePassword,
    secondFactor: secondFactorIn(user, now),
  }
}

/**
 * The user of an access token, which is used by that; null when it is unknown or expired, or its user disabled. Read for
 * every request, so that changes of users and groups apply at once.
 */
export async function authenticate(
  database: Database,
  clock: Clock,
  session: Session,
  token: string,
): Promise<Caller | null> {
  const now = clock.now()
  const hash = hashOf(token)
  const [user] = await holdersOf(database, { hash, now: now.toISOString() })
  if (!user) return null
  await extendToken(database, session, now, { hash, ...user })
  return callerOf(user, now)
}

/** The same without a use. */
export async function recognise(database: Database, clock: Clock, token: string): Promise<Caller | null> {
  const now = clock.now()
  const [user] = await holdersOf(database, { hash: hashOf(token), now: now.toISOString() })
  return user ? callerOf(user, now) : null
}

/** Whether a session goes on: it may be renewed, and its user is not disabled. */
export async function isSession(database: Database, clock: Clock, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const found = await database
    .read()
    .selectFrom('staffSession as session')
    .innerJoin('staffUser as user', 'user.id', 'session.userId')
    .where('session.id', '=', id)
    .where('session.refreshExpires', '>', clock.now().toISOString())
    .where('user.isDisable', '=', false)
    .select('session.id')
    .executeTakeFirst()
  return found !== undefined
}

interface NewStaff {
  username: string
  /** The argon2 hash, made before the transaction because that is slow. */
  password: string
  /** Name of the user group; created with `permissions` when there is none. */
  role: string
  permissions: PermissionMap
  /** Ids of the centres this user is restricted to. */
  centres?: string[]
  email?: string
  coachRelated?: string
  accessRight?: string[]
  isProtected?: boolean
}

/** Creates a user, and the group if it is new; answers the user's id. For the seed and for tests. */
export async function createStaff(tx: Tx, staff: NewStaff): Promise<string> {
  const userGroup = await groupOf(tx, staff)
  const centres = staff.centres ?? []
  const row = {
    id: tx.newId(),
    username: staff.username,
    email: staff.email ?? null,
    userGroup,
    isCenter: centres.length > 0,
    centreIncharge: centres,
    coachRelated: staff.coachRelated ?? null,
    accessRight: staff.accessRight ?? [],
    isDisable: false,
    isProtected: staff.isProtected ?? false,
    createdAt: tx.now,
    updatedAt: tx.now,
  }
  await tx.change(
    {
      section: 'User Login',
      docType: 'user',
      docId: row.id,
      action: 'Created',
      description: `Created user ${row.username}`,
      to: row,
    },
    (on) =>
      on()
        .insertInto('staffUser')
        .values({ ...row, password: staff.password })
        .execute(),
  )
  return row.id
}

async function groupOf(tx: Tx, { role, permissions, isProtected }: NewStaff): Promise<string> {
  const existing = await tx.read().selectFrom('userGroup').select('id').where('role', '=', role).executeTakeFirst()
  if (existing) return existing.id
  const row = { id: tx.newId(), role, isDisable: false, isProtected: isProtected ?? false }
  await tx.change(
    {
      section: 'User Group',
      docType: 'user-group',
      docId: row.id,
      action: 'Created',
      description: `Created user group ${role}`,
      to: { ...row, permissions },
    },
    (on) =>
      on()
        .insertInto('userGroup')
        .values({ ...row, permissions: JSON.stringify(permissions), createdAt: tx.now, updatedAt: tx.now })
        .execute(),
  )
  return row.id
}

/** Signs a user in from a device, `isNew` if they never did from there, with a second factor if it names one; only hashes of the tokens are stored. `alongside` writes in the same change. */
export async function createSession(
  tx: Tx,
  userId: string,
  device: { address: string; userAgent: string; isNew?: boolean; secondFactor?: string },
  alongside?: (on: () => Kysely<Schema>) => Promise<unknown>,
): Promise<Tokens> {
  const tokens = newTokens(tx.portal.config.session.idleSeconds)
  const { username } = await tx
    .read()
    .selectFrom('staffUser')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await tx.change(
    {
      section: 'Sign In',
      docType: 'session',
      docId: userId,
      action: 'Signed in',
      description: `${username} signed in from ${device.address}${device.secondFactor ? ` with ${device.secondFactor}` : ''}`,
      ...(device.isNew ? { to: { newDevice: deviceOf(device.userAgent) } } : {}),
      by: { userId, username },
    },
    async (on) => {
      await alongside?.(on)
      await on()
        .insertInto('staffSession')
        .values({
          id: tx.newId(),
          userId,
          ...storedFormOf(tx, tokens),
          refreshFamily: hashOf(familyOf(tokens.refreshToken)),
          userAgent: device.userAgent,
          address: device.address,
          createdAt: tx.now,
          confirmedAt: device.secondFactor ? tx.now : null,
        })
        .execute()
    },
  )
  return tokens
}

/** When a session that began then ends however much it is used. */
const endOf = (began: string) => later(new Date(began), longestSessionSeconds * 1000)

const earlier = (one: Date, other: Date) => (one < other ? one : other)

/** The columns of a session that change with its tokens; `began` is when it was signed in. */
export function storedFormOf(tx: Tx, tokens: Tokens, began = tx.now) {
  const after = (seconds: number) => earlier(later(tx.portal.clock.now(), seconds * 1000), endOf(began)).toISOString()
  return {
    tokenHash: hashOf(tokens.token),
    tokenBegan: tx.now,
    tokenExpires: after(tokens.expiresIn),
    refreshHash: hashOf(tokens.refreshToken),
    refreshExpires: after(refreshSeconds),
    lastUsed: tx.now,
  }
}
