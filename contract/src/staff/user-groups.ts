import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { switchedOff, text } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { moduleLabels, moduleNames, type Permission, sectionOf, sectionTitles } from '../platform/permission.ts'
import { named } from '../platform/plain-errors.ts'
import { listOf, page } from '../platform/query.ts'
import { secondFactorAdvice } from './second-factor-advice.ts'

/** The form's sections and the modules in each, with their labels. */
export const permissionSections = sectionTitles.map((title) => ({
  title,
  modules: moduleNames
    .filter((module) => sectionOf(module) === title)
    .map((module) => [module, moduleLabels[module]] as const),
}))

const actions = z.array(z.string(), { error: named('must be a list of actions') }).max(50)
/** Module to actions. */
export const permissionMap = z.record(z.string(), actions, { error: named('must map modules to actions') })

/** As sent, under the table's names or the specification's; `readPermissions` reads it. Null is none. */
const permissions = z
  .record(
    z.string(),
    z.union([actions, z.record(z.string(), actions)], { error: named('must be a list of actions') }),
    {
      error: named('must map modules to actions'),
    },
  )
  .nullish()

export const roleField = text('User Group Name', { required: 'User Group Name is required', max: 50, isUnique: true })

export const userGroupBody = z.object({
  role: roleField.schema,
  permissions,
  isDisable: switchedOff(),
  secondFactorRequired: switchedOff(),
})
/** The permissions, when sent, replace the whole map. */
const userGroupUpdate = z.object({
  role: roleField.schema.optional(),
  permissions,
  isDisable: switchedOff(),
  secondFactorRequired: switchedOff(),
})

export const userGroup = z.object({
  _id: z.string(),
  role: z.string(),
  permissions: z.record(z.string(), z.array(z.string())),
  /** How many users are in it, disabled ones included. */
  users: z.number(),
  isDisable: z.boolean(),
  /** Its users have to add a second factor before they go on. */
  secondFactorRequired: z.boolean(),
  is_protected: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When read: a right the group or one of its users holds and the caller lacks, so that the caller cannot change it. */
  outranks: z.string().optional(),
  /** Parts of the sent map that were ignored. */
  warnings: z.array(z.string()).optional(),
})
export type UserGroup = z.output<typeof userGroup>

/** Whoever holds one of these can give rights or credit away: their group had better require a second factor. */
export const worthASecondFactor: readonly Permission[] = [
  'user.create',
  'user.edit',
  'user.delete',
  'userGroup.create',
  'userGroup.edit',
  'userGroup.delete',
  'membership.wallet',
  'credit_adjust.approve',
  'verifyPayment.verify',
]

/** Permissions of users. Nobody changes a group that holds a right they lack, or gives such a right. */
export const userGroups = {
  list: endpoint({
    method: 'GET',
    path: '/user-group',
    may: 'userGroup.view',
    forChoosing: userGroup.pick({ _id: true, role: true, isDisable: true }),
    query: z.object(page(['role', 'users', 'isDisable', 'createdAt', 'updatedAt'])),
    result: listOf(userGroup),
  }),
  ...secondFactorAdvice,
  get: endpoint({ method: 'GET', path: '/user-group/:id', may: 'userGroup.view', result: userGroup }),
  create: endpoint({
    method: 'POST',
    path: '/user-group',
    may: 'userGroup.create',
    body: userGroupBody,
    result: userGroup,
    confirm: messages.submit,
    done: messages.created,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/user-group/:id',
    may: 'userGroup.edit',
    body: userGroupUpdate,
    result: userGroup,
    confirm: messages.submit,
    done: messages.updated,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user-group/:id',
    may: 'userGroup.delete',
    result: z.object({ _id: z.string() }),
    confirm: messages.deletion,
    done: messages.deleted,
  }),
}
