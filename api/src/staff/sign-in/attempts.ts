import { tidy } from '@academy/contract/platform/text.ts'
import { type Kysely, sql } from 'kysely'
import type { Schema, Tx } from '../../platform/data/index.ts'
import { unrecorded } from '../../platform/data/unrecorded.ts'
import { HttpError, type Place, type Transact } from '../../platform/http/index.ts'
import { fairQueue, later, type Portal, QueueFull } from '../../platform/runtime/index.ts'

/** What is counted: its name in the audit trail and the action there. */
const kinds = {
  signIn: { words: 'Failed sign-in', action: 'Failed' },
  own: { words: 'Wrong own password', action: 'Failed' },
  factor: { words: 'Wrong second factor', action: 'Failed' },
  forgot: { words: 'A new password was asked for', action: 'Requested' },
  reset: { words: 'A wrong code for a new password was tried', action: 'Failed' },
} as const
type Kind = keyof typeof kinds
export const isKind = (text: string | null): text is Kind => text !== null && Object.hasOwn(kinds, text)
export const wordsOf = (kind: Kind) => kinds[kind]

/** Stands in the audit trail for a name that nobody has: what was typed may be a password. */
export const unknownName = '(unknown name)'

/** Attempts without a wait; as many are forgiven in an hour. */
const free = { closest: 5, account: 20, visitor: 50, network: 250 }

/** Milliseconds after which every counter has run out. */
const remembered = 24 * 3600 * 1000

interface Person {
  id: string
  username: string
}

/** An attempt and its counters, each of which alone slows it down and then refuses it. */
export interface Attempt {
  kind: Kind
  address: string
  user: Person | undefined
  counters: { name: string; free: number; userId?: string | undefined }[]
  /** The counter that keeps the series of failures. */
  series: string
}

/** Somebody who says a name and a password. A device that the user has signed in from has a counter of its own only. */
export function signInAttempt(
  { username, user }: { username: string; user: Person | undefined },
  { address, place, device }: { address: string; place: Place; device: string | undefined },
): Attempt {
  const account = user?.id ?? `name ${tidy(username).toLowerCase()}`
  const userId = user?.id
  const common = { kind: 'signIn', address, user } as const
  if (device) {
    const name = `device ${device} of ${account}`
    return { ...common, counters: [{ name, free: free.closest, userId }], series: name }
  }
  const counters = [
    { name: `account ${account} from ${place.visitor}`, free: free.closest, userId },
    { name: `account ${account}`, free: free.account, userId },
    { name: `visitor ${place.visitor}`, free: free.visitor },
    { name: `network ${place.network}`, free: free.network },
  ]
  return { ...common, counters, series: user ? `account ${account}` : `network ${place.network}` }
}

/** A signed-in user who says the own password again. */
export function ownAttempt(user: Person, address: string): Attempt {
  const name = `own ${user.id}`
  return { kind: 'own', address, user, counters: [{ name, free: free.closest, userId: user.id }], series: name }
}

/** Somebody who knows a user's password and says a second factor. The right password forgives nothing of it. */
export function factorAttempt(user: Person, { address, place }: { address: string; place: Place }): Attempt {
  const series = `factor ${user.id}`
  const counters = [
    { name: `${series} from ${place.visitor}`, free: free.closest, userId: user.id },
    { name: series, free: 2 * free.closest, userId: user.id },
  ]
  return { kind: 'factor', address, user, counters, series }
}

/** Somebody who asks for a code by an e-mail address, or tries one. */
export function recoveryAttempt(kind: 'forgot' | 'reset', address: string, place: Place, email?: string): Attempt {
  const counters = [
    { name: `${kind} ${place.visitor}`, free: free.closest },
    { name: `${kind} in ${place.network}`, free: free.visitor },
    ...(email === undefined ? [] : [{ name: `${kind} ${tidy(email).toLowerCase()}`, free: free.closest }]),
  ]
  return { kind, address, user: undefined, counters, series: `${kind} in ${place.network}` }
}

/** In the order of their keys, so that attempts that share some lock them in one order. */
const rowsOf = (portal: Portal, { counters }: Attempt) =>
  counters
    .map((counter) => ({ ...counter, key: portal.keyed(`attempts\n${counter.name}`) }))
    .toSorted((one, other) => one.key.compare(other.key))

/** None for the free ones, then 1, 2, 4 ... seconds, at most 15 minutes. */
const wait = sql`(case when level < free then 0 else least(power(2, least(level - free, 10)), 900) end) * interval '1 second'`

const tooMany = (kind: Attempt['kind'], seconds: number) =>
  new HttpError(
    429,
    `Too many ${kind === 'forgot' ? 'requests for a new password' : 'failed attempts'}. Please try again in ${seconds} s.`,
    { retryAfter: seconds },
  )

/** 429 while one of the counters has to wait. Call before a password is checked, and again before its result counts. */
export async function refuseTooMany(tx: Tx, attempt: Attempt): Promise<void> {
  const keys = rowsOf(tx.portal, attempt).map(({ key }) => key)
  const past = await tx.query<{ seconds: number }>(
    sql`select ceil(extract(epoch from least(last_at, ${tx.now}::timestamptz) + ${wait} - ${tx.now}::timestamptz))::int as seconds
      from sign_in_limit where key = any(${keys}) order by key for update`,
  )
  const seconds = Math.max(0, ...past.map((row) => row.seconds))
  if (seconds > 0) throw tooMany(attempt.kind, seconds)
}

/**
 * Counts a failure. The first of a series is recorded at once, with the name if there is such a user; the others become one
 * record when the series is over (`closeSeries`), so that a flood fills no trail.
 */
export async function countFailure(transact: Transact, portal: Portal, attempt: Attempt): Promise<void> {
  const now = portal.clock.now().toISOString()
  const rows = rowsOf(portal, attempt)
  const counted = await unrecorded(portal.database)
    .insertInto('signInLimit')
    .values(
      rows.map(({ key, free, userId, name }) => ({
        key,
        userId: userId ?? null,
        level: 1,
        free,
        lastAt: now,
        ...(name === attempt.series
          ? { what: attempt.kind, seriesFrom: now, failures: 1, address: attempt.address }
          : { what: null, seriesFrom: null, failures: 0, address: null }),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        level: sql`least(greatest(sign_in_limit.level - greatest(extract(epoch from excluded.last_at - sign_in_limit.last_at), 0) / 3600 * sign_in_limit.free, 0) + 1, sign_in_limit.free + 10)`,
        lastAt: now,
        what: sql`coalesce(sign_in_limit.what, excluded.what)`,
        seriesFrom: sql`coalesce(sign_in_limit.series_from, excluded.series_from)`,
        failures: sql`sign_in_limit.failures + excluded.failures`,
        address: sql`coalesce(excluded.address, sign_in_limit.address)`,
      }),
    )
    .returning('failures')
    .execute()
  const isFirst = counted.some(({ failures }) => failures === 1)
  if (isFirst) await transact((tx) => tx.change(recordOf(attempt), async () => {}))
}

const recordOf = ({ kind, address, user }: Attempt) => ({
  section: 'Sign In',
  docType: 'session',
  ...(user ? { docId: user.id } : {}),
  action: kinds[kind].action,
  description: `${kinds[kind].words} from ${address}`,
  by: { userId: null, username: user?.username ?? unknownName },
})

/** After a success: forgives what was counted of this account at this place or device, and nothing of the address. */
export async function forgive(tx: Tx, on: Kysely<Schema>, { counters: [closest] }: Attempt): Promise<void> {
  const longAgo = later(tx.portal.clock.now(), -remembered).toISOString()
  await on.deleteFrom('signInLimit').where('lastAt', '<', longAgo).where('seriesFrom', 'is', null).execute()
  if (!closest) return
  const key = tx.portal.keyed(`attempts\n${closest.name}`)
  await on.updateTable('signInLimit').set({ level: 0 }).where('key', '=', key).execute()
}

/** Forgives all that was counted of a user, whose password was set anew. */
export const forgiveUser = (on: Kysely<Schema>, userId: string) =>
  on.updateTable('signInLimit').set({ level: 0 }).where('userId', '=', userId).execute()

/** Each attempt waits for its turn before anything is looked up or computed. */
const inTurn = fairQueue({ atOnce: 4, perLane: 50, inAll: 200 })

/**
 * Runs an attempt in the lane of its visitor, so that a flood keeps only its own sender waiting; a known device and a
 * signed-in user have lanes of their own that go first. Without room: 429 for the lane, 503 for all.
 */
export async function takeTurn<T>(lane: string, isKnown: boolean, task: () => Promise<T>): Promise<T> {
  try {
    return await inTurn(lane, isKnown, task)
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    if (error.isLane) throw new HttpError(429, 'Too many attempts at once. Please try again in 5 s.', { retryAfter: 5 })
    throw new HttpError(503, 'Too many people are signing in, please try again', { retryAfter: 5 })
  }
}
