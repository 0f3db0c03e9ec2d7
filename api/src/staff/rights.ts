/**
 * Rank: nobody changes a user or a group that holds a right they lack, or gives a right they lack. Every change of users and
 * groups is made between `lockStaff` and the checks below.
 */
import {
  allows,
  everyPermission,
  type PermissionMap,
  permissionsOf,
  permissionWords,
} from '@academy/contract/platform/permission.ts'
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

/** The caller's rights as the call began, for what is only shown. */
export const ownRights = ({ by }: Tx): Rights => ({ permissions: permissionsOf(by.can), centres: by.centres })

/** The caller's stored rights; undefined for a caller who is disabled or deleted. */
async function storedRights(tx: Tx): Promise<Rights | undefined> {
  if (tx.by.userId === null) return ownRights(tx)
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
  const missing = everyPermission.find(
    (permission) => allows(wanted.permissions, permission) && !allows(held.permissions, permission),
  )
  if (missing) return permissionWords(missing)
  if (held.centres === null) return undefined
  const own = held.centres
  if (wanted.centres === null) return 'All centres'
  return wanted.centres.every((centre) => own.includes(centre)) ? undefined : 'a centre that is not in your charge'
}

/**
 * 403, with an audit record, when the caller lacks one of the rights: those that a change gives, and those of whoever is
 * changed.
 */
export function refuseBeyondRank(held: Rights, wanted: Rights, doing: string): void {
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

/** The permissions of every active group that has an active user. */
async function activeMaps(tx: Tx): Promise<PermissionMap[]> {
  const rows = await tx.query<{ permissions: PermissionMap }>(
    sql`select permissions from user_group where not is_disable
      and exists (select from staff_user where user_group = user_group.id and not staff_user.is_disable)`,
  )
  return rows.map(({ permissions }) => permissions)
}

/**
 * Makes a change of users or groups; 409, rolled back, when a permission that an active user held would have none who
 * holds it: nobody could give it again.
 */
export async function keepHolders<T>(tx: Tx, change: () => Promise<T>): Promise<T> {
  const before = await activeMaps(tx)
  const result = await change()
  const after = await activeMaps(tx)
  const lost = everyPermission.find(
    (permission) => before.some((map) => allows(map, permission)) && !after.some((map) => allows(map, permission)),
  )
  if (lost) throw conflict(`This would leave no active user with the permission ${permissionWords(lost)}`)
  return result
}
