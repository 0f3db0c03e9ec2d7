import { createHash } from 'node:crypto'
import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import { type Kysely, sql } from 'kysely'
import { inOrder } from '../data/audit/in-order.ts'
import type { Reads } from '../data/reads.ts'
import type { Schema } from '../data/schema.ts'
import { unrecorded } from '../data/unrecorded.ts'
import { later } from '../runtime/clock.ts'
import { fairQueue, QueueFull } from '../runtime/fair-queue.ts'
import { secretDigest } from '../runtime/passwords/argon2.ts'
import type { Portal } from '../runtime/portal.ts'
import { conflict, HttpError, invalid, tooManyAtOnce } from './errors.ts'

interface Tables {
  idempotentAnswer: {
    userId: string
    key: string
    requestHash: string
    status: number
    answer: string
    at: string
  }
}

/** A call with its idempotency key; the digest tells another request under the same key. */
export interface RepeatableCall {
  userId: string
  key: string
  requestHash: string
}

interface Request extends Omit<RepeatableCall, 'requestHash'> {
  route: Endpoint
  params: Record<string, string>
  body: unknown
}

const usedBefore = () => conflict('This Idempotency-Key was used for another request')

const retention = 24 * 60 * 60 * 1000
const answered = 200
const oldestOf = ({ clock }: Portal) => later(clock.now(), -retention).toISOString()

/** Digested as slowly as a stored password: nobody must be able to try out passwords against what is kept. */
const secrets = new Set(['password', 'current', 'retype', 'reset_code', 'refreshToken'])

/** One at a time, users in turn: whoever sends many passwords at once holds up neither the sign-in nor anybody else. */
const digests = fairQueue({ atOnce: 1, perLane: 20, inAll: 200 })

async function secretsDigest(secret: string, userId: string, key: string): Promise<string> {
  try {
    return await digests(userId, false, () => secretDigest(secret, `${userId} ${key}`))
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    throw tooManyAtOnce()
  }
}

/**
 * A digest of the request; the same key with another digest is a 409. Without a key of this process's own, since the repeat
 * may reach another portal. The order of an object's properties says nothing: a page that read its request from storage may
 * send them in another.
 */
async function hashOf({ userId, key, route, params, body }: Request): Promise<string> {
  const sent: unknown[] = []
  const open = textOf([route.method, route.path, params, body ?? null], (name, value) => {
    if (!secrets.has(name)) return inOrder(value)
    if (value !== null) sent.push([name, value])
    return null
  })
  const hash = createHash('sha256').update(open).digest('base64url')
  return sent.length === 0 ? hash : `${hash} ${await secretsDigest(JSON.stringify(sent), userId, key)}`
}

function textOf(request: unknown, replacer: (name: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(request, replacer)
  } catch {
    // Parsed JSON can only fail here by being nested too deeply.
    throw new HttpError(400, 'The body is nested too deeply')
  }
}

/** 400 for an unfit key. Outside of any transaction: the digest of a password is slow. */
export async function repeatable(request: Request): Promise<RepeatableCall> {
  const { userId, key } = request
  if (key === '' || key.length > 200)
    throw invalid([{ path: 'Idempotency-Key', message: 'Idempotency-Key must be 1 to 200 characters' }])
  return { userId, key, requestHash: await hashOf(request) }
}

/**
 * Runs a call once per idempotency key, inside the given transaction: a repeat gets the first answer, also while the
 * first still runs. A failed call stores nothing, so that it can be retried.
 */
export async function answerOnce(
  transaction: Kysely<Schema>,
  portal: Portal,
  request: RepeatableCall,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const db = transaction as Kysely<Tables>
  const now = portal.clock.now()
  const oldest = oldestOf(portal)
  const { userId, key, requestHash } = request
  // Waits for a call with the same key that is still running.
  const mine = await db
    .insertInto('idempotentAnswer')
    .values({ userId, key, requestHash, status: 0, answer: 'null', at: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'key'])
        .doUpdateSet(({ ref }) => ({
          requestHash: ref('excluded.requestHash'),
          status: ref('excluded.status'),
          answer: ref('excluded.answer'),
          at: ref('excluded.at'),
        }))
        .where('idempotentAnswer.at', '<', oldest),
    )
    .executeTakeFirst()
  if (mine.numInsertedOrUpdatedRows === 0n) {
    const first = await db
      .selectFrom('idempotentAnswer')
      .selectAll()
      .where('userId', '=', userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (first.requestHash !== requestHash) throw usedBefore()
    return first.answer
  }
  const answer = await run()
  await db
    .updateTable('idempotentAnswer')
    .set({ status: answered, answer: JSON.stringify(answer) })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .execute()
  return answer
}

/** What a call with this key answered; undefined where none has ended. 409 as for a repeat. */
export async function keptAnswer(
  tx: Reads,
  portal: Portal,
  { userId, key, requestHash }: RepeatableCall,
): Promise<Pick<Tables['idempotentAnswer'], 'answer'> | undefined> {
  const [first] = await tx.query<{ requestHash: string; answer: string }>(
    sql`select request_hash, answer from idempotent_answer
      where user_id = ${userId} and key = ${key} and at >= ${oldestOf(portal)}`,
  )
  if (first && first.requestHash !== requestHash) throw usedBefore()
  return first
}

const anyId = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Deletes the answers whose calls may be made anew. */
export const deleteOldAnswers = (portal: Portal): Promise<unknown> =>
  unrecorded(portal.database).deleteFrom('idempotentAnswer').where('at', '<', oldestOf(portal)).execute()

/** Deletes stored answers that name deleted documents; a repeat of those calls is a new call. */
export async function forgetAnswers(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await sql`delete from idempotent_answer where exists (
    select from regexp_matches(answer::text, ${anyId}, 'g') as found where found[1] = any(${ids}))`.execute(db)
}
