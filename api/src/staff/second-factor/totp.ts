import { Secret, TOTP } from 'otpauth'
import { academyOf } from '../../platform/data/index.ts'
import { type Portal, seal, unseal } from '../../platform/runtime/index.ts'

const keyOf = (portal: Portal) => portal.keyed('secret of an authenticator app')

/** A new secret of an app, as it is kept: encrypted with the key of DATA_DIR, for this user alone. */
export const newSecret = (portal: Portal, userId: string): Buffer =>
  seal(keyOf(portal), userId, new Secret({ size: 20 }).bytes)

/** Undefined when it was encrypted with another key, as after a restore elsewhere. */
function opened(portal: Portal, userId: string, kept: Buffer): Secret | undefined {
  const bytes = unseal(keyOf(portal), userId, kept)
  return bytes && new Secret({ buffer: new Uint8Array(bytes).buffer })
}

/** What the app is told: the secret to type, and the address for the QR code. */
export async function wordsOf(portal: Portal, user: { id: string; username: string }, kept: Buffer) {
  const secret = opened(portal, user.id, kept)
  if (!secret) throw new Error('a secret that was just made cannot be read')
  const totp = new TOTP({ issuer: (await academyOf(portal)).name, label: user.username, secret })
  return { secret: secret.base32, uri: totp.toString() }
}

/** The time step whose code it is, one step early or late; undefined when it is none. */
export function stepOf(portal: Portal, userId: string, kept: Buffer, code: string): number | undefined {
  const secret = opened(portal, userId, kept)
  if (!secret || !/^\d{6}$/.test(code)) return undefined
  const timestamp = portal.clock.now().getTime()
  const delta = TOTP.validate({ token: code, secret, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
}
