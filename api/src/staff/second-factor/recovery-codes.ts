import { randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@academy/contract/staff/second-factor.ts'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/data/index.ts'
import type { Portal } from '../../platform/runtime/index.ts'

/** Without signs that look alike on paper. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
const part = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('')

/** Case, spaces and dashes do not count. */
export const hashOfCode = (portal: Portal, userId: string, code: string): Buffer =>
  portal.keyed(`recovery code\n${userId}\n${code.toLowerCase().replace(/[\s-]/g, '')}`)

/** New recovery codes instead of those before; only their hashes are kept. */
export async function replaceCodes(portal: Portal, on: Kysely<Schema>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => `${part()}-${part()}`)
  await on.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await on
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ codeHash: hashOfCode(portal, userId, code), userId })))
    .execute()
  return codes
}
