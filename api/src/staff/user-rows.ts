import { allCentres, type User } from '@academy/contract/staff/users.ts'
import { sql } from 'kysely'
import type { Reader } from '../platform/data/index.ts'
import { missingRight, type Rights } from './rights.ts'
import { centresOf, hasSecondFactor } from './staff.ts'

/** The users as `user` with their group as `group`, and the names of centres and coach, in one query. */
export const usersOf = (db: Reader) =>
  db
    .selectFrom('staffUser as user')
    .innerJoin('userGroup as group', 'group.id', 'user.userGroup')
    .select(['user.id', 'user.username', 'user.email', 'user.isCenter', 'user.centreIncharge', 'user.coachRelated'])
    .select(['user.accessRight', 'user.isDisable', 'user.isProtected', 'user.createdAt', 'user.updatedAt'])
    .select(['user.mustChangePassword', 'group.secondFactorRequired'])
    .select(hasSecondFactor.as('hasSecondFactor'))
    .select(['group.id as groupId', 'group.role', 'group.permissions', 'group.isDisable as groupIsDisable'])
    .select(
      sql<User['centreIncharge']>`(select coalesce(jsonb_agg(jsonb_build_object('_id', centre.id, 'description',
        centre.description) order by lower(centre.description), centre.id), '[]') from centre
        where centre.id = any("user".centre_incharge))`.as('centres'),
    )
    .select(
      sql<User['coachRelated']>`(select jsonb_build_object('_id', coach.id, 'name', coach.name) from coach
        where coach.id = "user".coach_related)`.as('coach'),
    )

export type UserRow = Awaited<ReturnType<ReturnType<typeof usersOf>['executeTakeFirstOrThrow']>>

/** A user for clients; with the caller's rights also what the user holds beyond them. */
export const wireOf = (row: UserRow, caller?: Rights): User => ({
  _id: row.id,
  username: row.username,
  email: row.email,
  userGroup: { _id: row.groupId, role: row.role },
  isCenter: row.isCenter,
  centreIncharge: row.centres,
  coachRelated: row.coach,
  accessRight: row.accessRight,
  isDisable: row.isDisable,
  hasSecondFactor: row.hasSecondFactor,
  is_protected: row.isProtected,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  ...(caller ? beyond(caller, rightsOfRow(row)) : {}),
})

/** A user for the audit trail: names instead of ids. */
export const auditValuesOf = (row: UserRow) => ({
  username: row.username,
  email: row.email,
  userGroup: row.role,
  isCenter: row.isCenter,
  centreIncharge: row.centres.map((centre) => centre.description),
  coachRelated: row.coach?.name ?? null,
  accessRight: row.accessRight.map((right) => (right === allCentres ? 'All centres' : right)),
  isDisable: row.isDisable,
})

type RightsRow = Pick<UserRow, 'permissions' | 'isCenter' | 'centreIncharge' | 'accessRight'>

/** The user's rights, those of a disabled group included, because it may be enabled again. */
export const rightsOfRow = (row: RightsRow): Rights => ({ permissions: row.permissions, centres: centresOf(row) })

/** For clients: the first of these rights that the caller lacks, and for which the server would refuse a change. */
export function beyond(caller: Rights, rights: Rights): { outranks?: string } {
  const missing = missingRight(caller, rights)
  return missing ? { outranks: missing } : {}
}
