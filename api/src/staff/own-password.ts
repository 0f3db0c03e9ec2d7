import { tidy } from '@academy/contract/kit/text.ts'
import { sql } from 'kysely'
import { verifyPassword } from '../kit/argon2.ts'
import { unauthorized } from '../kit/errors.ts'
import type { Begin } from '../kit/serve.ts'
import type { Tx } from '../kit/tx.ts'
import { countFailure, refuseTooMany } from './attempts.ts'
import type { StaffTables } from './tables.ts'

/** An active user who may try a password now; 429 while too many were wrong. */
export async function candidate(tx: Tx, username: string, address: string) {
  await refuseTooMany(tx, { username, address })
  return tx
    .read<StaffTables>()
    .selectFrom('staffUser')
    .select(['id', 'username', 'password'])
    .where(sql`lower(username)`, '=', sql`lower(${tidy(username)})`)
    .where('isDisable', '=', false)
    .executeTakeFirst()
}

/** Whether it is the caller's own password. A wrong one is counted like a failed sign-in, and 429 after too many. */
export async function confirmOwnPassword(begin: Begin, password: string, address: string): Promise<boolean> {
  const user = await begin((tx) => candidate(tx, tx.by.username, address))
  if (!user) throw unauthorized()
  if (await verifyPassword(password, user.password)) return true
  await begin((tx) => countFailure(tx, { username: user.username, address }, `Wrong own password from ${address}`))
  return false
}
