import { allPermissions } from '@academy/contract/platform/permission.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { conflict } from '../../platform/http/index.ts'
import { hashPassword } from '../../platform/runtime/index.ts'
import { createStaff } from '../staff.ts'
import { endSessions } from '../users.ts'

/** An active group that can do everything, or a name that is free for a new one. */
async function administratorRole(tx: Tx): Promise<string> {
  const whole = JSON.stringify(allPermissions())
  const groups = await tx.query<{ role: string; isWhole: boolean }>(
    sql`select role, not is_disable and permissions @> ${whole}::jsonb as is_whole from user_group order by created_at, id`,
  )
  const known = groups.find((group) => group.isWhole)
  if (known) return known.role
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
    .select(['id', 'username', 'isDisable'])
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .executeTakeFirst()

/** A new user who can do everything, for whoever keeps the machine; answers the group. */
export async function createAdmin(tx: Tx, username: string, password: string): Promise<string> {
  if (await userNamed(tx, username)) throw conflict(`There is already a user ${username}`)
  const role = await administratorRole(tx)
  await createStaff(tx, { username, password: await hashPassword(password), role, permissions: allPermissions() })
  return role
}

/** A new password for a user, who is enabled again if asked; all sessions end, earlier wrong passwords are forgotten. */
export async function setPassword(
  tx: Tx,
  username: string,
  password: string,
  enable: boolean,
): Promise<{ username: string; isDisable: boolean }> {
  const user = await userNamed(tx, username)
  if (!user) throw conflict(`There is no user ${username}`)
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
        .set({ password: stored, isDisable, updatedAt: tx.now })
        .where('id', '=', user.id)
        .execute()
      await endSessions(on(), user.id)
      await sql`delete from sign_in_failure where username = lower(${user.username})`.execute(on())
    },
  )
  return { username: user.username, isDisable }
}
