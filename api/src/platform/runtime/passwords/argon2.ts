import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { limit } from '../limit.ts'

const derive = promisify(argon2)

/** OWASP's recommendation: 19 MiB, two passes, one lane. Only tests change it, as `cheap-passwords.ts`. */
export const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const saltLength = 16

/** For random passwords, which cannot be guessed; the next sign-in rehashes them (`needsRehash`). */
const randomCost = { memory: 64, passes: 1, parallelism: 1 }

/** Each hash takes 19 MiB and a pool thread; more at once would starve everything else that uses the pool. */
const inTurn = limit(2)

/** The stored form of a password: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. Computed off the event loop. */
export const hashPassword = (plain: string): Promise<string> => stored(plain, cost)

/** The stored form of a random password of at least 128 bits, at a fraction of the cost: for many thousands at once. */
export const hashRandom = (random: string): Promise<string> => stored(random, randomCost)

async function stored(plain: string, how: typeof cost): Promise<string> {
  const salt = randomBytes(saltLength)
  const hash = await tagOf(plain, { ...how, salt, tagLength })
  return `$argon2id$v=19$m=${how.memory},t=${how.passes},p=${how.parallelism}$${text(salt)}$${text(hash)}`
}

/**
 * A digest of a secret that is the same for the same context, as costly to try out as a password: to tell whether it was sent
 * before.
 */
export async function secretDigest(secret: string, context: string): Promise<string> {
  const salt = createHash('sha256').update(context).digest().subarray(0, saltLength)
  return text(await tagOf(secret, { ...cost, salt, tagLength }))
}

/** A password of 128 random bits and more; no hyphen, which a command could take for an option. */
export const randomPassword = (): string => randomBytes(18).toString('base64url').replaceAll('-', '_')

/** Whether the password matches the stored one; a stored text of another form matches nothing. */
export async function verifyPassword(plain: string, stored: string): Promise<boolean> {
  const parts = parse(stored)
  if (!parts) return verifyNothing(plain)
  const { hash, ...settings } = parts
  return timingSafeEqual(await tagOf(plain, { ...settings, tagLength: hash.length }), hash)
}

/** Costs as much as a check and is never true: for unknown names, so that timing reveals nothing. */
export async function verifyNothing(plain: string): Promise<false> {
  await tagOf(plain, { ...cost, salt: Buffer.alloc(saltLength), tagLength })
  return false
}

/** Whether a stored password has weaker parameters than today's and should be rehashed at the next sign-in. */
export function needsRehash(stored: string): boolean {
  const parts = parse(stored)
  return !parts || parts.memory < cost.memory || parts.passes < cost.passes
}

type Settings = { memory: number; passes: number; parallelism: number; salt: Buffer; tagLength: number }

function tagOf(plain: string, { salt, ...settings }: Settings): Promise<Buffer> {
  return inTurn(() => derive('argon2id', { message: plain, nonce: salt, ...settings }))
}

const form = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

function parse(stored: string) {
  const [, memory, passes, parallelism, salt, hash] = form.exec(stored) ?? []
  if (!memory || !passes || !parallelism || !salt || !hash) return undefined
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function text(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
