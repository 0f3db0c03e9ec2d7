import { tidy } from '@academy/contract/platform/text.ts'
import { type Kysely, sql } from 'kysely'
import type { Schema, Tx } from '../../platform/data/index.ts'
import { type Transact, unauthorized } from '../../platform/http/index.ts'
import { verifyPassword } from '../../platform/runtime/index.ts'
import { countFailure, ownAttempt, refuseTooMany, takeTurn } from './attempts.ts'

/** The active user of a name, if any. */
export const activeUser = (tx: Tx, username: string) =>
  tx
    .read()
    .selectFrom('staffUser')
    .select(['id', 'username', 'email', 'password', 'mustChangePassword'])
    .where(sql`lower(username)`, '=', sql`lower(${tidy(username)})`)
    .where('isDisable', '=', false)
    .executeTakeFirst()

/** The caller's user and stored password, if the password given is that; undefined, and counted, if not. 429 after too many. */
export async function checkOwnPassword(transact: Transact, given: string, address: string) {
  const lane = await transact(async (tx) => `own ${tx.by.userId}`)
  return takeTurn(lane, true, async () => {
    const { user, attempt, portal } = await transact(async (tx) => {
      const user = await activeUser(tx, tx.by.username)
      if (!user) throw unauthorized()
      const attempt = ownAttempt(user, address)
      await refuseTooMany(tx, attempt)
      return { user, attempt, portal: tx.portal }
    })
    if (await verifyPassword(given, user.password)) return { user, attempt }
    await countFailure(transact, portal, attempt)
    return undefined
  })
}

/** Stores the hash of a password that its user chose: nobody has to change that one. */
export const storeOwnPassword = (tx: Tx, on: Kysely<Schema>, userId: string, password: string) =>
  on
    .updateTable('staffUser')
    .set({ password, mustChangePassword: false, updatedAt: tx.now })
    .where('id', '=', userId)
    .execute()

/** Whether it is the caller's own password. A wrong one is counted; 429 after too many. */
export const confirmOwnPassword = async (transact: Transact, password: string, address: string): Promise<boolean> =>
  (await checkOwnPassword(transact, password, address)) !== undefined
