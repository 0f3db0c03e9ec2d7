import { tidy } from '@academy/contract/platform/text.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { type Transact, unauthorized } from '../../platform/http/index.ts'
import { verifyPassword } from '../../platform/runtime/index.ts'
import { countFailure, refuseTooMany } from './attempts.ts'

/** The active user of a name, if any; 429 after too many failures. */
export async function candidate(tx: Tx, username: string, address: string) {
  await refuseTooMany(tx, { username, address })
  return tx
    .read()
    .selectFrom('staffUser')
    .select(['id', 'username', 'email', 'password', 'mustChangePassword'])
    .where(sql`lower(username)`, '=', sql`lower(${tidy(username)})`)
    .where('isDisable', '=', false)
    .executeTakeFirst()
}

/** Whether it is the caller's own password. A wrong one counts as a failed sign-in; 429 after too many. */
export async function confirmOwnPassword(transact: Transact, password: string, address: string): Promise<boolean> {
  const user = await transact((tx) => candidate(tx, tx.by.username, address))
  if (!user) throw unauthorized()
  if (await verifyPassword(password, user.password)) return true
  await transact((tx) => countFailure(tx, { username: user.username, address }, `Wrong own password from ${address}`))
  return false
}
