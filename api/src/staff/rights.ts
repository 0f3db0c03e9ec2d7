import type { PermissionMap } from '@academy/contract/platform/permission.ts'
import { permissionsOf, permissionWords } from '@academy/contract/platform/permission.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { conflict, HttpError, unauthorized } from '../platform/http/index.ts'
import { centresOf } from './staff.ts'

/** Permissions and the centres they apply to; null is every centre. */
export interface Rights {
  permissions: PermissionMap
  centres: readonly string[] | null
}

/**
 * Serializes changes of users and groups, so that two administrators cannot take each other's last right at once. Call it
 * first in every such change.
 */
export const lockStaff = (tx: Tx) => tx.query(sql`select id from user_group order by id for no key update`)

/** The caller's stored rights; undefined for a caller who is disabled or deleted. */
async function storedRights(tx: Tx): Promise<Rights | undefined> {
  if (tx.by.userId === null) return { permissions: permissionsOf(tx.by.can), centres: tx.by.centres }
  const row = await tx
    .read()
    .selectFrom('staffUser as user')
    .innerJoin('userGroup as group', 'group.id', 'user.userGroup')
    .where('user.id', '=', tx.by.userId)
    .where('user.isDisable', '=', false)
    .select(['user.isCenter', 'user.centreIncharge', 'user.accessRight', 'group.permissions', 'group.isDisable'])
    .executeTakeFirst()
  return row && { permissions: row.isDisable ? {} : row.permissions, centres: centresOf(row) }
}

/** The caller's current rights, to be read under `lockStaff`; 401 when the caller was disabled or deleted. */
export async function callersRights(tx: Tx): Promise<Rights> {
  const rights = await storedRights(tx)
  if (!rights) throw unauthorized()
  return rights
}

/** The label of the first right in `wanted` that is not in `held`; undefined when there is none. */
export function missingRight(held: Rights, wanted: Rights): string | undefined {
  for (const [module, actions] of Object.entries(wanted.permissions))
    for (const action of actions)
      if (!held.permissions[module]?.includes(action)) return permissionWords(`${module}.${action}`)
  if (held.centres === null) return undefined
  const own = held.centres
  if (wanted.centres === null) return 'All centres'
  return wanted.centres.every((centre) => own.includes(centre)) ? undefined : 'a centre that is not in your charge'
}

/** 403, with an audit record, when a change would grant a right that the caller does not hold. */
export function refuseEscalation(held: Rights, wanted: Rights, doing: string): void {
  const missing = missingRight(held, wanted)
  if (!missing) return
  throw new HttpError(403, `You cannot ${doing}: it takes a right you do not hold (${missing})`, {
    audit: {
      section: 'Access',
      docType: 'permission',
      action: 'Refused',
      description: `Refused to ${doing}: the right ${missing} is missing`,
    },
  })
}

/**
 * After a change of users or groups: 409, which rolls it back, when it disabled the caller or took a right from them, so
 * that nobody locks themselves out by accident. `held` are the caller's rights before.
 */
export async function refuseSelfLockout(tx: Tx, held: Rights): Promise<void> {
  const left = await storedRights(tx)
  if (!left) throw conflict('You cannot disable yourself')
  const lost = missingRight(left, held)
  if (lost)
    throw conflict(
      `You would take a right from yourself (${lost}). Another user who may edit users and user groups has to do that.`,
    )
}

/** Whether an active user can edit both users and user groups. */
async function hasAdministrator(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from staff_user join user_group on user_group.id = staff_user.user_group
      where not staff_user.is_disable and not user_group.is_disable and permissions -> 'user' @> '["edit"]'
        and permissions -> 'userGroup' @> '["edit"]') as found`,
  )
  return row?.found ?? false
}

/** Makes a change of users or groups; 409, rolled back, when no user would be left who could undo it. */
export async function requireAdministratorAfter<T>(tx: Tx, change: () => Promise<T>): Promise<T> {
  const was = await hasAdministrator(tx)
  const result = await change()
  if (was && !(await hasAdministrator(tx)))
    throw conflict('This would leave no active user who can edit users and user groups')
  return result
}
