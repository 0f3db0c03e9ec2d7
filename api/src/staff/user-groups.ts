import type { BodyOf, QueryOf } from '@academy/contract/platform/endpoint.ts'
import { actionWords, allows, everyPermission, type PermissionMap } from '@academy/contract/platform/permission.ts'
import { readPermissions, type SentPermissions, withAliases } from '@academy/contract/staff/permission-names.ts'
import { type UserGroup, type userGroups, worthASecondFactor } from '@academy/contract/staff/user-groups.ts'
import { type Kysely, sql } from 'kysely'
import {
  anyCase,
  editAction,
  isUnchanged,
  orderBy,
  paged,
  type Schema,
  search,
  type Tx,
} from '../platform/data/index.ts'
import { conflict, found, invalid, refuseUnconfirmed } from '../platform/http/index.ts'
import {
  callersRights,
  keepHolders,
  lockStaff,
  ownRights,
  type Rights,
  refuseBeyondRank,
  refuseSelfLockout,
} from './rights.ts'
import { centresOf } from './staff.ts'
import { beyond } from './user-rows.ts'

const userCount = sql<number>`(select count(*)::int from staff_user where staff_user.user_group = user_group.id)`

/** What its users are restricted to, each kind once. */
const restrictions = sql<Parameters<typeof centresOf>[0][]>`(
  select coalesce(jsonb_agg(distinct jsonb_build_object('isCenter', is_center, 'centreIncharge', centre_incharge,
    'accessRight', access_right)), '[]') from staff_user where staff_user.user_group = user_group.id)`

const groupsOf = (tx: Tx) =>
  tx
    .read()
    .selectFrom('userGroup')
    .selectAll('userGroup')
    .select([userCount.as('users'), restrictions.as('restrictions')])
type GroupRow = Awaited<ReturnType<ReturnType<typeof groupsOf>['executeTakeFirstOrThrow']>>

/** A group holds its permissions, in every centre that one of its users has. */
function rightsOf({ permissions, restrictions: people }: GroupRow): Rights {
  const centres = people.map(centresOf)
  return { permissions, centres: centres.includes(null) ? null : centres.flatMap((each) => each ?? []) }
}

const wireOf = (row: GroupRow, caller?: Rights): UserGroup => ({
  _id: row.id,
  role: row.role,
  permissions: withAliases(row.permissions),
  users: row.users,
  isDisable: row.isDisable,
  secondFactorRequired: row.secondFactorRequired,
  is_protected: row.isProtected,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  ...(caller ? beyond(caller, rightsOf(row)) : {}),
})

/** For the audit trail: each module with the labels of its actions. */
const auditValuesOf = ({ role, permissions, isDisable, secondFactorRequired }: GroupRow) => ({
  role,
  ...Object.fromEntries(Object.entries(permissions).map(([module, actions]) => [module, actions.map(actionWords)])),
  isDisable,
  secondFactorRequired,
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
  const own = ownRights(tx)
  return { items: items.map((row) => wireOf(row, own)), total }
}

/** The groups for which the dashboard recommends the second factor to the caller. */
export async function groupsWithoutSecondFactor(tx: Tx) {
  const activeUsers = sql<number>`(select count(*)::int from staff_user
    where staff_user.user_group = user_group.id and not staff_user.is_disable)`
  const rows = await groupsOf(tx)
    .select(activeUsers.as('activeUsers'))
    .where('userGroup.isDisable', '=', false)
    .where('userGroup.secondFactorRequired', '=', false)
    .where(activeUsers, '>', 0)
    .orderBy(sql`lower(role)`)
    .execute()
  const own = ownRights(tx)
  const items = rows
    .filter(({ permissions }) => worthASecondFactor.some((permission) => allows(permissions, permission)))
    .filter((row) => beyond(own, rightsOf(row)).outranks === undefined)
    .map(({ id, role, activeUsers: users }) => ({ _id: id, role, users }))
  return { items, total: items.length }
}

async function rowOf(tx: Tx, id: string): Promise<GroupRow> {
  return found(await groupsOf(tx).where('userGroup.id', '=', id).executeTakeFirst(), 'User Group')
}

export const groupOf = async (tx: Tx, id: string): Promise<UserGroup> => wireOf(await rowOf(tx, id), ownRights(tx))

function refuseGrant(held: Rights, permissions: PermissionMap, doing: string) {
  refuseBeyondRank(held, { permissions, centres: [] }, doing)
}

const same = (one: PermissionMap, other: PermissionMap) =>
  everyPermission.every((permission) => allows(one, permission) === allows(other, permission))

/** Whoever's rights change signs in again, but for the caller, whose own rights cannot change here. */
async function endSessionsOfMembers(tx: Tx, on: Kysely<Schema>, group: string): Promise<void> {
  const members = on
    .selectFrom('staffUser')
    .select('id')
    .where('userGroup', '=', group)
    .where('id', 'is distinct from', tx.by.userId)
  await on.deleteFrom('staffSession').where('userId', 'in', members).execute()
  await on.deleteFrom('passwordReset').where('userId', 'in', members).execute()
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
          secondFactorRequired: body.secondFactorRequired ?? false,
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

export async function updateGroup(tx: Tx, id: string, body: BodyOf<typeof userGroups.update>): Promise<UserGroup> {
  await lockStaff(tx)
  const was = await rowOf(tx, id)
  const held = await callersRights(tx)
  refuseBeyondRank(held, rightsOf(was), `change user group ${was.role}`)
  const { map: permissions, ...warnings } =
    body.permissions === undefined ? { map: was.permissions } : permissionsFrom(body.permissions ?? {}, was.permissions)
  const isDisable = body.isDisable ?? was.isDisable
  const secondFactorRequired = body.secondFactorRequired ?? was.secondFactorRequired
  const isRights = was.isDisable !== isDisable || !same(was.permissions, permissions)
  if (isRights || was.secondFactorRequired !== secondFactorRequired) refuseUnconfirmed(tx.by)
  refuseGrant(held, permissions, `give user group ${was.role} these rights`)
  const role = body.role ?? was.role
  if (!isRights && isUnchanged(was, { role, secondFactorRequired })) return { ...wireOf(was), ...warnings }
  const change = () =>
    tx.change(
      (row: GroupRow) => ({
        section: 'User Group',
        docType: 'user-group',
        docId: id,
        action: editAction(was, row),
        description: `${editAction(was, row)} user group ${row.role}`,
        from: auditValuesOf(was),
        to: auditValuesOf(row),
      }),
      async (on) => {
        await on()
          .updateTable('userGroup')
          .set({
            role,
            permissions: JSON.stringify(permissions),
            isDisable,
            secondFactorRequired,
            updatedAt: tx.now,
          })
          .where('id', '=', id)
          .execute()
        if (isRights) await endSessionsOfMembers(tx, on(), id)
        return rowOf(tx, id)
      },
    )
  const row = await keepHolders(tx, change)
  await refuseSelfLockout(tx, held)
  return { ...wireOf(row), ...warnings }
}

export async function removeGroup(tx: Tx, id: string): Promise<{ _id: string }> {
  await lockStaff(tx)
  const was = await rowOf(tx, id)
  refuseBeyondRank(await callersRights(tx), rightsOf(was), `delete user group ${was.role}`)
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
