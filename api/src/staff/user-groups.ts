import type { BodyOf, QueryOf } from '@academy/contract/platform/endpoint.ts'
import { actionWords, type PermissionMap } from '@academy/contract/platform/permission.ts'
import { readPermissions, type SentPermissions, withAliases } from '@academy/contract/staff/permission-names.ts'
import type { UserGroup, userGroups } from '@academy/contract/staff/user-groups.ts'
import { sql } from 'kysely'
import { anyCase, orderBy, paged, search, type Tx } from '../platform/data/index.ts'
import { conflict, found, invalid } from '../platform/http/index.ts'
import {
  callersRights,
  lockStaff,
  type Rights,
  refuseEscalation,
  refuseSelfLockout,
  requireAdministratorAfter,
} from './rights.ts'

const userCount = sql<number>`(select count(*)::int from staff_user where staff_user.user_group = user_group.id)`

const groupsOf = (tx: Tx) => tx.read().selectFrom('userGroup').selectAll('userGroup').select(userCount.as('users'))
type GroupRow = Awaited<ReturnType<ReturnType<typeof groupsOf>['executeTakeFirstOrThrow']>>

const wireOf = (row: GroupRow): UserGroup => ({
  _id: row.id,
  role: row.role,
  permissions: withAliases(row.permissions),
  users: row.users,
  isDisable: row.isDisable,
  is_protected: row.isProtected,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** For the audit trail: each module with the labels of its actions. */
const auditValuesOf = ({ role, permissions, isDisable }: GroupRow) => ({
  role,
  ...Object.fromEntries(Object.entries(permissions).map(([module, actions]) => [module, actions.map(actionWords)])),
  isDisable,
})

const sortable = {
  role: anyCase('userGroup.role'),
  users: userCount,
  isDisable: 'userGroup.isDisable',
  createdAt: 'userGroup.createdAt',
  updatedAt: 'userGroup.updatedAt',
}

export async function listGroups(tx: Tx, query: QueryOf<typeof userGroups.list>) {
  let rows = groupsOf(tx)
  if (query.isDisable !== undefined) rows = rows.where('userGroup.isDisable', '=', query.isDisable)
  rows = search(rows, query.searchText, ['userGroup.role'])
  const fallback = [{ field: 'role', descending: false }]
  const { items, total } = await paged(orderBy(rows, query.sort, sortable, fallback, 'userGroup.id'), query)
  return { items: items.map(wireOf), total }
}

async function rowOf(tx: Tx, id: string): Promise<GroupRow> {
  return found(await groupsOf(tx).where('userGroup.id', '=', id).executeTakeFirst(), 'User Group')
}

export const groupOf = async (tx: Tx, id: string): Promise<UserGroup> => wireOf(await rowOf(tx, id))

/** The permissions that one map has and another has not. */
const added = (map: PermissionMap, before: PermissionMap): PermissionMap =>
  Object.fromEntries(
    Object.entries(map).map(([module, actions]) => [
      module,
      actions.filter((action) => !before[module]?.includes(action)),
    ]),
  )

function refuseGrant(held: Rights, permissions: PermissionMap, doing: string) {
  refuseEscalation(held, { permissions, centres: held.centres }, doing)
}

/** The permissions of a sent map; 400 where it contradicts itself or has an unknown action. */
function permissionsFrom(sent: SentPermissions, was?: PermissionMap) {
  const { map, unknown, problems } = readPermissions(sent, was)
  if (problems.length > 0)
    throw invalid(problems.map(({ path, message }) => ({ path: `permissions.${path}`, message })))
  const warnings = unknown.map((module) => `There is no module ${module}: it was left out`)
  return { map, ...(warnings.length > 0 ? { warnings } : {}) }
}

export async function createGroup(tx: Tx, body: BodyOf<typeof userGroups.create>): Promise<UserGroup> {
  await lockStaff(tx)
  const { map, ...warnings } = permissionsFrom(body.permissions ?? {})
  refuseGrant(await callersRights(tx), map, `create user group ${body.role}`)
  const id = tx.newId()
  const row = await tx.change(
    (created: GroupRow) => ({
      section: 'User Group',
      docType: 'user-group',
      docId: id,
      action: 'Created',
      description: `Created user group ${created.role}`,
      to: auditValuesOf(created),
    }),
    async (on) => {
      await on()
        .insertInto('userGroup')
        .values({
          id,
          role: body.role,
          permissions: JSON.stringify(map),
          isDisable: body.isDisable ?? false,
          isProtected: false,
          createdAt: tx.now,
          updatedAt: tx.now,
        })
        .execute()
      return rowOf(tx, id)
    },
  )
  return { ...wireOf(row), ...warnings }
}

const actionOf = (was: GroupRow, row: GroupRow) => {
  if (was.isDisable === row.isDisable) return 'Updated'
  return row.isDisable ? 'Disabled' : 'Enabled'
}

export async function updateGroup(tx: Tx, id: string, body: BodyOf<typeof userGroups.update>): Promise<UserGroup> {
  await lockStaff(tx)
  const was = await rowOf(tx, id)
  const { map: permissions, ...warnings } =
    body.permissions === undefined ? { map: was.permissions } : permissionsFrom(body.permissions ?? {}, was.permissions)
  const isDisable = body.isDisable ?? was.isDisable
  // Enabling a group grants everything it has.
  const isEnabled = was.isDisable && !isDisable
  const held = await callersRights(tx)
  refuseGrant(held, added(permissions, isEnabled ? {} : was.permissions), `give user group ${was.role} these rights`)
  const change = () =>
    tx.change(
      (row: GroupRow) => ({
        section: 'User Group',
        docType: 'user-group',
        docId: id,
        action: actionOf(was, row),
        description: `${actionOf(was, row)} user group ${row.role}`,
        from: auditValuesOf(was),
        to: auditValuesOf(row),
      }),
      async (on) => {
        await on()
          .updateTable('userGroup')
          .set({
            role: body.role ?? was.role,
            permissions: JSON.stringify(permissions),
            isDisable,
            updatedAt: tx.now,
          })
          .where('id', '=', id)
          .execute()
        return rowOf(tx, id)
      },
    )
  const row = await requireAdministratorAfter(tx, change)
  await refuseSelfLockout(tx, held)
  return { ...wireOf(row), ...warnings }
}

export async function removeGroup(tx: Tx, id: string): Promise<{ _id: string }> {
  await lockStaff(tx)
  const was = await rowOf(tx, id)
  if (was.isProtected) throw conflict(`User Group ${was.role} is protected and cannot be deleted`)
  if (was.users > 0)
    throw conflict(
      `User Group ${was.role} is still in use by ${was.users} ${was.users === 1 ? 'user' : 'users'}. It can be disabled instead.`,
    )
  await tx.change(
    {
      section: 'User Group',
      docType: 'user-group',
      docId: id,
      action: 'Deleted',
      description: `Deleted user group ${was.role}`,
      from: auditValuesOf(was),
    },
    (on) => on().deleteFrom('userGroup').where('id', '=', id).execute(),
  )
  return { _id: id }
}
