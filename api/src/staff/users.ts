import type { BodyOf, QueryOf } from '@academy/contract/platform/endpoint.ts'
import type { User, users } from '@academy/contract/staff/users.ts'
import { type Kysely, sql } from 'kysely'
import { checkReference, checkReferences } from '../lists/lists.ts'
import { anyCase, orderBy, paged, type Schema, type Sortable, search, type Tx } from '../platform/data/index.ts'
import { conflict, found, invalid } from '../platform/http/index.ts'
import { callersRights, lockStaff, refuseEscalation, refuseSelfLockout, requireAdministratorAfter } from './rights.ts'
import { refuseWeak } from './sign-in/weak-password.ts'
import type { UserRow } from './user-rows.ts'
import { auditValuesOf, rightsOfRow, usersOf, wireOf } from './user-rows.ts'

type Body = BodyOf<typeof users.update>

const sortable: Sortable = {
  username: anyCase('user.username'),
  email: anyCase('user.email'),
  userGroup: anyCase('group.role'),
  isCenter: 'user.isCenter',
  centreIncharge: sql`(select string_agg(lower(centre.description), ', ' order by lower(centre.description)) from centre
    where centre.id = any("user".centre_incharge))`,
  coachRelated: sql`(select lower(coach.name) from coach where coach.id = "user".coach_related)`,
  accessRight: 'user.accessRight',
  isDisable: 'user.isDisable',
  createdAt: 'user.createdAt',
  updatedAt: 'user.updatedAt',
}

export async function listUsers(tx: Tx, query: QueryOf<typeof users.list>): Promise<{ items: User[]; total: number }> {
  let rows = usersOf(tx)
  if (query.isDisable !== undefined) rows = rows.where('user.isDisable', '=', query.isDisable)
  if (query.userGroup) rows = rows.where('user.userGroup', '=', query.userGroup)
  rows = search(rows, query.searchText, ['user.username', 'user.email', 'group.role'])
  const fallback = [{ field: 'username', descending: false }]
  const { items, total } = await paged(orderBy(rows, query.sort, sortable, fallback, 'user.id'), query)
  return { items: items.map(wireOf), total }
}

export async function rowOf(tx: Tx, id: string): Promise<UserRow> {
  return found(await usersOf(tx).where('user.id', '=', id).executeTakeFirst(), 'User')
}

/** The columns after a change. A user with `isCenter` has no coach, any other user no centres. */
function columnsOf(body: Body, was: UserRow | undefined) {
  const sentCentres = body.centreIncharge ?? (body.centreIncharge === null ? [] : undefined)
  // Centres without `isCenter` mean a restricted user, never one who sees all.
  const isCenter = body.isCenter ?? (body.isCenter === undefined && sentCentres?.length ? true : undefined)
  const after = isCenter ?? (body.isCenter === null ? false : (was?.isCenter ?? false))
  const coach = body.coachRelated === undefined ? (was?.coachRelated ?? null) : body.coachRelated
  return {
    username: body.username ?? was?.username ?? '',
    email: body.email === undefined ? (was?.email ?? null) : body.email,
    userGroup: body.userGroup ?? was?.groupId ?? '',
    isCenter: after,
    centreIncharge: after ? [...new Set(sentCentres ?? was?.centreIncharge ?? [])] : [],
    coachRelated: after ? null : coach,
    accessRight: [
      ...new Set<string>(body.accessRight === undefined ? (was?.accessRight ?? []) : (body.accessRight ?? [])),
    ],
    isDisable: body.isDisable ?? was?.isDisable ?? false,
  }
}
type Columns = ReturnType<typeof columnsOf>

async function checkColumns(tx: Tx, columns: Columns, was: UserRow | undefined) {
  await checkReferences(tx, 'centre', columns.centreIncharge, 'centreIncharge', was?.centreIncharge)
  await checkReference(tx, 'coach', columns.coachRelated, 'coachRelated', was?.coachRelated)
  if (columns.userGroup === was?.groupId) return
  const group = await tx
    .read()
    .selectFrom('userGroup')
    .select(['role', 'isDisable'])
    .where('id', '=', columns.userGroup)
    .executeTakeFirst()
  if (!group) throw invalid([{ path: 'userGroup', message: 'This User Group does not exist' }])
  if (group.isDisable)
    throw conflict(`User Group ${group.role} is disabled`, [
      { path: 'userGroup', message: `${group.role} is disabled` },
    ])
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether the change may grant rights, or access as this user. */
const isGrant = (was: UserRow, row: UserRow, password: string | undefined) =>
  password !== undefined ||
  was.groupId !== row.groupId ||
  was.email !== row.email ||
  (was.isDisable && !row.isDisable) ||
  !same([was.isCenter, was.accessRight], [row.isCenter, row.accessRight]) ||
  !same(was.centreIncharge.toSorted(), row.centreIncharge.toSorted())

/** A changed e-mail address counts, because it receives the codes for new passwords. */
const isTakeover = (was: UserRow, row: UserRow, password: string | undefined) =>
  password !== undefined || was.email !== row.email

/** Ends all sessions of a user and deletes the codes for a new password. */
export async function endSessions(on: Kysely<Schema>, userId: string): Promise<void> {
  await on.deleteFrom('staffSession').where('userId', '=', userId).execute()
  await on.deleteFrom('passwordReset').where('userId', '=', userId).execute()
}

/** Creates a user; `password` is the argon2 hash. */
export async function createUser(tx: Tx, body: BodyOf<typeof users.create>, password: string): Promise<User> {
  await lockStaff(tx)
  const columns = columnsOf(body, undefined)
  refuseWeak(tx, body.password, columns)
  await checkColumns(tx, columns, undefined)
  const id = tx.newId()
  const row = await tx.change(
    (created: UserRow) => ({
      section: 'User Login',
      docType: 'user',
      docId: id,
      action: 'Created',
      description: `Created user ${created.username}`,
      to: auditValuesOf(created),
    }),
    async (on) => {
      const dates = { createdAt: tx.now, updatedAt: tx.now }
      await on()
        .insertInto('staffUser')
        .values({ ...columns, id, password, mustChangePassword: true, isProtected: false, ...dates })
        .execute()
      return rowOf(tx, id)
    },
  )
  refuseEscalation(await callersRights(tx), rightsOfRow(row), `create user ${row.username}`)
  return wireOf(row)
}

function actionOf(was: UserRow, row: UserRow, password: string | undefined): [string, string] {
  if (was.isDisable !== row.isDisable)
    return row.isDisable ? ['Disabled', `Disabled user ${row.username}`] : ['Enabled', `Enabled user ${row.username}`]
  if (password !== undefined) return ['Password changed', `Changed the password of user ${row.username}`]
  return ['Updated', `Updated user ${row.username}`]
}

/** Merges what was sent; `password`, if given, is the argon2 hash, and ends the user's sessions. */
export async function updateUser(tx: Tx, id: string, body: Body, password: string | undefined): Promise<User> {
  await lockStaff(tx)
  const was = await rowOf(tx, id)
  const columns = columnsOf(body, was)
  if (body.password) refuseWeak(tx, body.password, columns)
  await checkColumns(tx, columns, was)
  const mustChangePassword = id !== tx.by.userId
  const held = await callersRights(tx)
  const change = async () =>
    tx.change(
      (row: UserRow) => {
        const [action, description] = actionOf(was, row, password)
        const to = { ...auditValuesOf(row), ...(password === undefined ? {} : { password: 'changed' }) }
        return { section: 'User Login', docType: 'user', docId: id, action, description, from: auditValuesOf(was), to }
      },
      async (on) => {
        await on()
          .updateTable('staffUser')
          .set({ ...columns, ...(password === undefined ? {} : { password, mustChangePassword }), updatedAt: tx.now })
          .where('id', '=', id)
          .execute()
        const row = await rowOf(tx, id)
        if (password !== undefined || row.isDisable) await endSessions(on(), id)
        else if (was.email !== row.email) await on().deleteFrom('passwordReset').where('userId', '=', id).execute()
        return row
      },
    )
  const row = await requireAdministratorAfter(tx, change)
  const doing =
    password === undefined ? `change user ${was.username} that way` : `change the password of ${was.username}`
  if (isTakeover(was, row, password)) refuseEscalation(held, rightsOfRow(was), doing)
  if (isGrant(was, row, password)) refuseEscalation(held, rightsOfRow(row), doing)
  await refuseSelfLockout(tx, held)
  return wireOf(row)
}

export async function removeUser(tx: Tx, id: string): Promise<{ _id: string }> {
  await lockStaff(tx)
  const was = await rowOf(tx, id)
  if (id === tx.by.userId) throw conflict('You cannot delete yourself')
  await requireAdministratorAfter(tx, () =>
    tx.change(
      {
        section: 'User Login',
        docType: 'user',
        docId: id,
        action: 'Deleted',
        description: `Deleted user ${was.username}`,
        from: auditValuesOf(was),
      },
      (on) => on().deleteFrom('staffUser').where('id', '=', id).execute(),
    ),
  )
  return { _id: id }
}
