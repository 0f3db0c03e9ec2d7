import { allPermissions } from '@academy/contract/platform/permission.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { conflict } from '../../platform/http/index.ts'
import { hashPassword } from '../../platform/runtime/index.ts'
import { removeAll } from '../second-factor/reset.ts'
import { createStaff } from '../staff.ts'
import { endSessions } from '../users.ts'
import { forgiveUser } from './attempts.ts'
import { refuseWeak } from './weak-password.ts'

/** The role of an active group with all permissions, or an unused name for a new one. */
async function administratorRole(tx: Tx): Promise<string> {
  const whole = JSON.stringify(allPermissions())
  const groups = await tx.query<{ role: string; hasAll: boolean }>(
    sql`select role, not is_disable and permissions @> ${whole}::jsonb as has_all from user_group order by created_at, id`,
  )
  const existing = groups.find((group) => group.hasAll)
  if (existing) return existing.role
  const taken = new Set(groups.map((group) => group.role.toLowerCase()))
  for (let number = 1; ; number++) {
    const role = number === 1 ? 'Administrator' : `Administrator ${number}`
    if (!taken.has(role.toLowerCase())) return role
  }
}

const userNamed = (tx: Tx, username: string) =>
  tx
    .read()
    .selectFrom('staffUser')
    .select(['id', 'username', 'email', 'isDisable'])
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .executeTakeFirst()

/** Creates a user with all permissions, for the command line; answers the group. */
export async function createAdmin(tx: Tx, username: string, password: string): Promise<string> {
  if (await userNamed(tx, username)) throw conflict(`There is already a user ${username}`)
  await refuseWeak(tx, password, { username, email: null })
  const role = await administratorRole(tx)
  await createStaff(tx, { username, password: await hashPassword(password), role, permissions: allPermissions() })
  return role
}

/** Removes a user's second factors, for the command line. */
export async function removeSecondFactor(tx: Tx, username: string): Promise<string> {
  const user = await userNamed(tx, username)
  if (!user) throw conflict(`There is no user ${username}`)
  await removeAll(tx, user, 'on the command line')
  return user.username
}

/** Sets a user's password, for the command line; `enable` also enables the user. Ends all sessions and clears failures. */
export async function setPassword(
  tx: Tx,
  username: string,
  password: string,
  enable: boolean,
): Promise<{ username: string; isDisable: boolean }> {
  const user = await userNamed(tx, username)
  if (!user) throw conflict(`There is no user ${username}`)
  await refuseWeak(tx, password, user)
  const stored = await hashPassword(password)
  const isDisable = user.isDisable && !enable
  await tx.change(
    {
      section: 'User Login',
      docType: 'user',
      docId: user.id,
      action: 'Password changed',
      description: `Changed the password of user ${user.username} on the command line`,
      from: { isDisable: user.isDisable },
      to: { isDisable },
    },
    async (on) => {
      await on()
        .updateTable('staffUser')
        .set({ password: stored, mustChangePassword: false, isDisable, updatedAt: tx.now })
        .where('id', '=', user.id)
        .execute()
      await endSessions(on(), user.id)
      await forgiveUser(on(), user.id)
    },
  )
  return { username: user.username, isDisable }
}
