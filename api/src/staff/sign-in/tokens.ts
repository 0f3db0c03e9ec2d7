import { createHash, randomBytes } from 'node:crypto'

/** A refresh token expires after two weeks; each renewal issues a new one. */
export const refreshSeconds = 14 * 24 * 60 * 60

/** However much it is renewed, a session ends this long after the sign-in. */
export const longestSessionSeconds = 30 * 24 * 60 * 60

const random = () => randomBytes(32).toString('base64url')
const familyLength = random().length

/** The stored form of a token. Tokens are long and random, so a fast hash is enough. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export interface Tokens {
  token: string
  refreshToken: string
  /** Seconds until the access token expires if unused. */
  expiresIn: number
}

/** New tokens. All refresh tokens of a session share their first half, the family. */
export function newTokens(expiresIn: number, family = random()): Tokens {
  return { token: random(), refreshToken: `${family}${random()}`, expiresIn }
}

export const familyOf = (refreshToken: string): string => refreshToken.slice(0, familyLength)

/** The code of a mail that sets a new password. */
export const newCode = random
