import type { BodyOf, QueryOf } from '@academy/contract/platform/endpoint.ts'
import type { User, users } from '@academy/contract/staff/users.ts'
import { type Kysely, sql } from 'kysely'
import { checkReference, checkReferences } from '../lists/lists.ts'
import {
  anyCase,
  editAction,
  isUnchanged,
  maybeEmpty,
  orderBy,
  paged,
  type Schema,
  type Sortable,
  search,
  type Tx,
} from '../platform/data/index.ts'
import { conflict, found, invalid, isPortalName, refuseUnconfirmed } from '../platform/http/index.ts'
import { tellOldAddress } from './profile.ts'
import { callersRights, keepHolders, lockStaff, ownRights, refuseBeyondRank, refuseSelfLockout } from './rights.ts'
import { endSignIns } from './second-factor/tickets.ts'
import { refuseWeak } from './sign-in/weak-password.ts'
import { auditValuesOf, rightsOfRow, type UserRow, usersOf, wireOf } from './user-rows.ts'

type Body = BodyOf<typeof users.update>

const sortable: Sortable = {
  username: anyCase('user.username'),
  email: maybeEmpty(anyCase('user.email')),
  userGroup: anyCase('group.role'),
  // As the screen shows it: the centres, or the coach.
  isCenter: sql`case when 'accessAllCentres' = any("user".access_right) then 'all centres'
    when "user".is_center then (select string_agg(lower(description), ', ' order by lower(description), id)
      from centre where id = any("user".centre_incharge))
    else (select lower(name) from coach where id = "user".coach_related) end`,
  centreIncharge:
    maybeEmpty(sql`(select string_agg(lower(centre.description), ', ' order by lower(centre.description)) from centre
    where centre.id = any("user".centre_incharge))`),
  coachRelated: maybeEmpty(sql`(select lower(coach.name) from coach where coach.id = "user".coach_related)`),
  accessRight: 'user.accessRight',
  isDisable: 'user.isDisable',
  createdAt: 'user.createdAt',
  updatedAt: 'user.updatedAt',
}

export async function listUsers(tx: Tx, query: QueryOf<typeof users.list>): Promise<{ items: User[]; total: number }> {
  let rows = usersOf(tx.read())
  if (query.isDisable !== undefined) rows = rows.where('user.isDisable', '=', query.isDisable)
  if (query.userGroup?.length) rows = rows.where('user.userGroup', 'in', query.userGroup)
  rows = search(rows, query.searchText, ['user.username', 'user.email', 'group.role'])
  const fallback = [{ field: 'username', descending: false }]
  const { items, total } = await paged(orderBy(rows, query.sort, sortable, fallback, 'user.id'), query)
  const own = ownRights(tx)
  return { items: items.map((row) => wireOf(row, own)), total }
}

export async function rowOf(tx: Tx, id: string): Promise<UserRow> {
  return found(await usersOf(tx.read()).where('user.id', '=', id).executeTakeFirst(), 'User')
}

/** The columns after a change. A user with `isCenter` has no coach, any other user no centres. */
function columnsOf(body: Body, was: UserRow | undefined) {
  const sentCentres = body.centreIncharge ?? (body.centreIncharge === null ? [] : undefined)
  // Centres without `isCenter` mean a restricted user, never one who sees all.
  const isCenter = body.isCenter ?? (body.isCenter === undefined && sentCentres?.length ? true : undefined)
  const after = isCenter ?? (body.isCenter === null ? false : (was?.isCenter ?? false))
  const coach = body.coachRelated === undefined ? (was?.coachRelated ?? null) : body.coachRelated
  return {
    // Two users differ where it shows.
    username: (body.username ?? was?.username ?? '').replace(/ +/g, ' '),
    email: body.email === undefined ? (was?.email ?? null) : body.email,
    userGroup: body.userGroup ?? was?.groupId ?? '',
    isCenter: after,
    // Their order says nothing.
    centreIncharge: after ? [...new Set(sentCentres ?? was?.centreIncharge ?? [])].sort() : [],
    coachRelated: after ? null : coach,
    accessRight: [
      ...new Set<string>(body.accessRight === undefined ? (was?.accessRight ?? []) : (body.accessRight ?? [])),
    ],
    isDisable: body.isDisable ?? was?.isDisable ?? false,
  }
}
type Columns = ReturnType<typeof columnsOf>

async function checkColumns(tx: Tx, columns: Columns, was: UserRow | undefined) {
  const { username } = columns
  if (username !== was?.username && isPortalName(username))
    throw conflict('The portal itself has this name', [
      { path: 'username', message: 'The portal itself has this name' },
    ])
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

/** Whether the change gives or takes rights. */
function changesRights(was: UserRow, row: UserRow): boolean {
  const centres = (of: UserRow) => JSON.stringify(rightsOfRow(of).centres?.toSorted() ?? null)
  return was.groupId !== row.groupId || centres(was) !== centres(row)
}

/** 409: the own password and the address of its codes change on the profile, which asks for the present password. */
function refuseOwnTakeover(tx: Tx, was: UserRow, { email }: Columns, password: string | undefined): void {
  if (was.id !== tx.by.userId) return
  if (password !== undefined)
    throw conflict('Your own password is changed with Change Password, which asks for the present one')
  if (email !== was.email) throw conflict('Your own e-mail address is changed on your profile, with your password')
}

/** Ends all sessions of a user and deletes the codes for a new password. */
export async function endSessions(on: Kysely<Schema>, userId: string): Promise<void> {
  await on.deleteFrom('staffSession').where('userId', '=', userId).execute()
  await on.deleteFrom('passwordReset').where('userId', '=', userId).execute()
  await endSignIns(on, userId)
}

/** Creates a user; `password` is the argon2 hash. */
export async function createUser(tx: Tx, body: BodyOf<typeof users.create>, password: string): Promise<User> {
  await lockStaff(tx)
  const columns = columnsOf(body, undefined)
  await refuseWeak(tx, body.password, columns)
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
  refuseBeyondRank(await callersRights(tx), rightsOfRow(row), `create user ${row.username}`)
  return wireOf(row)
}

function actionOf(was: UserRow, row: UserRow, password: string | undefined): [string, string] {
  const action = editAction(was, row)
  if (action === 'Updated' && password !== undefined)
    return ['Password changed', `Changed the password of user ${row.username}`]
  return [action, `${action} user ${row.username}`]
}

/**
 * Merges what was sent; `password`, if given, is the argon2 hash. A new password or changed rights end the user's sessions;
 * the caller's own rights cannot change here.
 */
export async function updateUser(tx: Tx, id: string, body: Body, password: string | undefined): Promise<User> {
  await lockStaff(tx)
  const was = await rowOf(tx, id)
  const held = await callersRights(tx)
  const doing = password === undefined ? `change user ${was.username}` : `change the password of ${was.username}`
  refuseBeyondRank(held, rightsOfRow(was), doing)
  const columns = columnsOf(body, was)
  refuseOwnTakeover(tx, was, columns, password)
  if (body.password) await refuseWeak(tx, body.password, columns)
  await checkColumns(tx, columns, was)
  if (password === undefined && isUnchanged(columnsOf({ password }, was), columns)) return wireOf(was)
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
          .set({
            ...columns,
            ...(password === undefined ? {} : { password, mustChangePassword: true }),
            updatedAt: tx.now,
          })
          .where('id', '=', id)
          .execute()
        const row = await rowOf(tx, id)
        const isOthersRank = id !== tx.by.userId && changesRights(was, row)
        if (password !== undefined || row.isDisable || isOthersRank) await endSessions(on(), id)
        else if (was.email !== row.email) await on().deleteFrom('passwordReset').where('userId', '=', id).execute()
        if (was.email !== row.email) await tellOldAddress(tx, on(), { ...was, _id: id })
        return row
      },
    )
  const row = await keepHolders(tx, change)
  refuseBeyondRank(held, rightsOfRow(row), `${doing} that way`)
  if (password !== undefined || changesRights(was, row) || was.isDisable !== row.isDisable) refuseUnconfirmed(tx.by)
  await refuseSelfLockout(tx, held)
  return wireOf(row)
}

export async function removeUser(tx: Tx, id: string): Promise<{ _id: string }> {
  await lockStaff(tx)
  const was = await rowOf(tx, id)
  if (id === tx.by.userId) throw conflict('You cannot delete yourself')
  refuseBeyondRank(await callersRights(tx), rightsOfRow(was), `delete user ${was.username}`)
  await keepHolders(tx, () =>
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
