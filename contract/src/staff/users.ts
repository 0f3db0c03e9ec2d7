import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import {
  boolean,
  optionalReference,
  password,
  reference,
  references,
  shapeOf,
  switchedOff,
  text,
} from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { bool, ids, listOf, page, reference as referenceOf } from '../platform/query.ts'
import { accessRights, allCentres } from './access-rights.ts'
import { userEmail } from './user-email.ts'

export { accessRights, allCentres, userEmail }

const newPassword = password('Password', { required: 'Password is required' })

/** The fields of a user's form, without password and access rights. */
export const userFields = {
  username: text('Username', {
    required: 'Username is required',
    max: 50,
    pattern: [/^[A-Za-z0-9 ._]+$/, 'Only letters, numbers, spaces, dots, and underscores are allowed.'],
  }),
  email: userEmail,
  userGroup: reference('User Group', 'user-group', { required: 'This field is required' }),
  isCenter: boolean('Center'),
  centreIncharge: references('Centre Incharge', 'centre'),
  coachRelated: optionalReference('Coach Related', 'coach'),
}

const { isCenter: _, ...shape } = shapeOf(userFields)

const body = z.object({
  ...shape,
  isCenter: bool().nullish(),
  accessRight: z.array(z.enum(accessRights, { error: 'There is no such access right' })).nullish(),
  isDisable: switchedOff(),
})

/** What the form sends on creation. */
export const userBody = body.extend({ password: newPassword.schema })
/** A password that is left out, empty or null stays as it is. */
export const userUpdate = body.partial().extend({ password: password('New password').schema })

/** The form that changes a password, another user's or the own. */
export const passwordBody = z.object({
  password: newPassword.schema,
  retype: z.string({ error: 'Please retype your new password' }).min(1, 'Please retype your new password'),
})
export const differentRetype = 'must be same with new password!'

export const user = z.object({
  _id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  userGroup: referenceOf('role'),
  isCenter: z.boolean(),
  centreIncharge: z.array(referenceOf('description')),
  coachRelated: referenceOf('name').nullable(),
  accessRight: z.array(z.string()),
  isDisable: z.boolean(),
  /** Signs in with a second factor. */
  hasSecondFactor: z.boolean(),
  is_protected: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When read: a right this user holds and the caller lacks, so that the caller cannot change this user. */
  outranks: z.string().optional(),
})
export type User = z.output<typeof user>

const userSort = [
  'username',
  'email',
  'userGroup',
  'isCenter',
  'centreIncharge',
  'coachRelated',
  'accessRight',
  'isDisable',
  'createdAt',
  'updatedAt',
] as const

/** Users who sign in. Nobody changes somebody who holds a right they lack, or gives such a right. */
export const users = {
  list: endpoint({
    method: 'GET',
    path: '/user',
    may: 'user.view',
    query: z.object({
      ...page(userSort),
      userGroup: ids().optional(),
    }),
    result: listOf(user),
  }),
  get: endpoint({ method: 'GET', path: '/user/:id', may: 'user.view', result: user }),
  create: endpoint({
    method: 'POST',
    path: '/user',
    may: 'user.create',
    body: userBody,
    result: user,
    confirm: messages.submit,
    done: messages.created,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/user/:id',
    may: 'user.edit',
    summary: 'Also changes the password, which ends the sessions of that user',
    body: userUpdate,
    result: user,
    confirm: messages.submit,
    done: messages.updated,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/:id',
    may: 'user.delete',
    result: z.object({ _id: z.string() }),
    confirm: messages.deletion,
    done: messages.deleted,
  }),
}
