import { recovery } from '@academy/contract/staff/recovery.ts'
import { sessions, userSessions } from '@academy/contract/staff/sessions.ts'
import { userGroups } from '@academy/contract/staff/user-groups.ts'
import { users } from '@academy/contract/staff/users.ts'
import { apiModule, type Conflicts, preparing, rowVersion, stepwise } from '../platform/http/index.ts'
import { hashPassword } from '../platform/runtime/index.ts'
import { ownRights } from './rights.ts'
import { listOutbox } from './sign-in/outbox.ts'
import { requestCode, resetPassword } from './sign-in/recovery.ts'
import { endOwnSession, endOwnSessions, endSessionsOfUser, sessionsOf, sessionsOfUser } from './sign-in/sessions.ts'
import { createGroup, groupOf, groupsWithoutSecondFactor, listGroups, removeGroup, updateGroup } from './user-groups.ts'
import { wireOf } from './user-rows.ts'
import { createUser, listUsers, removeUser, rowOf, updateUser } from './users.ts'

export const userConflicts: Conflicts = {
  staff_user_unique_email: { path: 'email', message: 'This email is used by another user' },
  staff_user_unique_username: { path: 'username', message: 'This username is taken' },
}

export const usersModule = apiModule(
  users,
  {
    list: (tx, { query }) => listUsers(tx, query),
    get: async (tx, { params }) => wireOf(await rowOf(tx, params.id), ownRights(tx)),
    create: preparing(async (transact, { body }) => {
      const password = await hashPassword(body.password)
      return transact((tx) => createUser(tx, body, password))
    }),
    update: preparing(async (transact, { params, body }) => {
      const password = body.password ? await hashPassword(body.password) : undefined
      return transact((tx) => updateUser(tx, params.id, body, password))
    }),
    remove: (tx, { params }) => removeUser(tx, params.id),
  },
  userConflicts,
  rowVersion('staffUser'),
)

export const userGroupsModule = apiModule(
  userGroups,
  {
    list: (tx, { query }) => listGroups(tx, query),
    withoutSecondFactor: (tx) => groupsWithoutSecondFactor(tx),
    get: (tx, { params }) => groupOf(tx, params.id),
    create: (tx, { body }) => createGroup(tx, body),
    update: (tx, { params, body }) => updateGroup(tx, params.id, body),
    remove: (tx, { params }) => removeGroup(tx, params.id),
  },
  { user_group_unique_role: { path: 'role', message: 'This User Group exists already' } },
  rowVersion('userGroup'),
)

export const sessionsModule = apiModule(sessions, {
  async list(tx, { token }) {
    const items = await sessionsOf(tx, tx.by.userId, token)
    return { items, total: items.length }
  },
  async end(tx, { params }) {
    await endOwnSession(tx, params.id)
    return { _id: params.id }
  },
  async endAll(tx) {
    await endOwnSessions(tx)
    return {}
  },
})

export const userSessionsModule = apiModule(userSessions, {
  async sessions(tx, { params, token }) {
    const items = await sessionsOfUser(tx, params.id, token)
    return { items, total: items.length }
  },
  async endSession(tx, { params }) {
    await endSessionsOfUser(tx, params.id, params.session)
    return { _id: params.session }
  },
  async endSessions(tx, { params }) {
    await endSessionsOfUser(tx, params.id)
    return {}
  },
})

export const recoveryModule = apiModule(recovery, {
  forgotPassword: stepwise(async (transact, { body, address, place }, portal) => {
    await requestCode(transact, portal, body.email, { address, place })
    return {}
  }),
  resetPassword: stepwise(async (transact, { body, address, place }, portal) => {
    await resetPassword(transact, portal, body, { address, place })
    return {}
  }),
  outbox: (tx, { query }) => listOutbox(tx, query),
})
