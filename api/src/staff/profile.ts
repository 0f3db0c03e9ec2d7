import type { SessionUser } from '@academy/contract/staff/auth.ts'
import { sql } from 'kysely'
import { found } from '../kit/errors.ts'
import type { Tx } from '../kit/tx.ts'
import type { StaffTables } from './tables.ts'

/** The signed-in person as the screens know them; the rights are those that hold at this moment. */
export async function sessionUserOf(tx: Tx, userId: string | null): Promise<SessionUser> {
  const user = await tx
    .read<StaffTables>()
    .selectFrom('staffUser as user')
    .innerJoin('userGroup as group', 'group.id', 'user.userGroup')
    .where('user.id', '=', userId)
    .select(['user.id', 'user.username', 'user.email', 'user.isCenter', 'user.accessRight'])
    .select(['group.id as groupId', 'group.role', 'group.permissions', 'group.isDisable as groupIsDisable'])
    .select(
      sql<SessionUser['centreIncharge']>`(select coalesce(jsonb_agg(jsonb_build_object('_id', centre.id, 'description',
        centre.description) order by lower(centre.description), centre.id), '[]') from centre
        where centre.id = any("user".centre_incharge))`.as('centres'),
    )
    .select(
      sql<SessionUser['coachRelated']>`(select jsonb_build_object('_id', coach.id, 'name', coach.name) from coach
        where coach.id = "user".coach_related)`.as('coach'),
    )
    .executeTakeFirst()
  const { id, username, email, isCenter, accessRight, centres, coach, ...group } = found(user, 'User')
  return {
    _id: id,
    username,
    email,
    userGroup: { _id: group.groupId, role: group.role, permissions: group.groupIsDisable ? {} : group.permissions },
    isCenter,
    centreIncharge: centres,
    coachRelated: coach,
    accessRight,
  }
}
