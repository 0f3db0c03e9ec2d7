import { createHash, randomBytes } from 'node:crypto'

/** A refresh token lives for two weeks of silence. */
export const refreshSeconds = 14 * 24 * 60 * 60

const random = () => randomBytes(32).toString('base64url')
const familyLength = random().length

/** What is stored of a token. It is random and long, so a fast hash keeps it safe. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export interface Tokens {
  token: string
  refreshToken: string
  /** Seconds until the access token is over, if it is not used. */
  expiresIn: number
}

/** New tokens; all refresh tokens of one session share their first half, the family. */
export function newTokens(expiresIn: number, family = random()): Tokens {
  return { token: random(), refreshToken: `${family}${random()}`, expiresIn }
}

export const familyOf = (refreshToken: string): string => refreshToken.slice(0, familyLength)

/** The code of a mail that sets a new password. */
export const newCode = random
