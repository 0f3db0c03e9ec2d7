import type { SessionUser } from '@academy/contract/staff/auth.ts'
import { withAliases } from '@academy/contract/staff/permission-names.ts'
import type { Tx } from '../platform/data/index.ts'
import { found } from '../platform/http/index.ts'
import { usersOf } from './user-rows.ts'

/** The signed-in user for the screens, with the current permissions. */
export async function sessionUserOf(tx: Tx, userId: string | null): Promise<SessionUser> {
  const row = found(await usersOf(tx).where('user.id', '=', userId).executeTakeFirst(), 'User')
  return {
    _id: row.id,
    username: row.username,
    email: row.email,
    userGroup: {
      _id: row.groupId,
      role: row.role,
      permissions: row.groupIsDisable ? {} : withAliases(row.permissions),
    },
    isCenter: row.isCenter,
    centreIncharge: row.centres,
    coachRelated: row.coach,
    accessRight: row.accessRight,
    mustChangePassword: row.mustChangePassword,
  }
}
