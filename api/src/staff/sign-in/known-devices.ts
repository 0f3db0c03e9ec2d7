import { tidy } from '@academy/contract/platform/text.ts'
import { type Kysely, sql } from 'kysely'
import type { Schema, Tx } from '../../platform/data/index.ts'
import { later, type Portal } from '../../platform/runtime/index.ts'
import { hashOf, newCode } from './tokens.ts'

const year = 365 * 24 * 3600

const isSecure = ({ config }: Portal) => config.publicUrl?.startsWith('https:') ?? false
/** Behind https a browser takes a cookie of this prefix from the portal's own address alone. */
const nameIn = (portal: Portal) => `${isSecure(portal) ? '__Host-' : ''}academy-device`

/** The token by which a browser is known again: it opens nothing, it only keeps others from locking its users out. */
export const deviceIn = (portal: Portal, cookies: string | undefined): string | undefined =>
  new RegExp(`(?:^|; )${nameIn(portal)}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1]

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

/** No script can read it, and no other site has it sent. */
export const deviceCookie = (portal: Portal, token: string): string =>
  `${nameIn(portal)}=${token}; Path=/; Max-Age=${year}; HttpOnly; SameSite=Strict${isSecure(portal) ? '; Secure' : ''}`
