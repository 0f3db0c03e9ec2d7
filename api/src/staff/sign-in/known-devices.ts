import { tidy } from '@academy/contract/platform/text.ts'
import { type Kysely, sql } from 'kysely'
import type { Schema, Tx } from '../../platform/data/index.ts'
import { later, type Portal } from '../../platform/runtime/index.ts'
import { hashOf, newCode } from './tokens.ts'

const cookie = 'academy-device'
const year = 365 * 24 * 3600

/** The token by which a browser is known again: it opens nothing, it only keeps others from locking its users out. */
export const deviceIn = (cookies: string | undefined): string | undefined =>
  new RegExp(`(?:^|; )${cookie}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1]

/** Whether a user of this name has signed in from the device. */
export async function isKnownDevice(tx: Tx, device: string, username: string): Promise<boolean> {
  const row = await tx
    .read()
    .selectFrom('knownDevice as device')
    .innerJoin('staffUser as user', 'user.id', 'device.userId')
    .where('device.tokenHash', '=', hashOf(device))
    .where(sql`lower(${sql.ref('user.username')})`, '=', sql`lower(${tidy(username)})`)
    .select('user.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the device of a user who signed in, under its token if the portal gave it that; answers the token. */
export async function keepDevice(tx: Tx, on: Kysely<Schema>, device: string | undefined, userId: string) {
  const isOurs =
    device !== undefined &&
    (await on.selectFrom('knownDevice').select('userId').where('tokenHash', '=', hashOf(device)).executeTakeFirst())
  const token = device && isOurs ? device : newCode()
  await on
    .insertInto('knownDevice')
    .values({ tokenHash: hashOf(token), userId, lastUsed: tx.now })
    .onConflict((past) => past.columns(['tokenHash', 'userId']).doUpdateSet({ lastUsed: tx.now }))
    .execute()
  const longAgo = later(tx.portal.clock.now(), -year * 1000).toISOString()
  await on.deleteFrom('knownDevice').where('lastUsed', '<', longAgo).execute()
  return token
}

/** Sent back to the calls of signing in alone; no script can read it. */
export const deviceCookie = ({ config }: Portal, token: string): string =>
  `${cookie}=${token}; Path=/api/admin/auth; Max-Age=${year}; HttpOnly; SameSite=Strict${
    config.publicUrl?.startsWith('https:') ? '; Secure' : ''
  }`
