import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { password } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { reference } from '../platform/query.ts'
import { userEmail } from './users.ts'

/** The signed-in user. */
export const sessionUser = z.object({
  _id: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  userGroup: z.object({
    _id: z.string(),
    role: z.string(),
    permissions: z.record(z.string(), z.array(z.string())),
  }),
  isCenter: z.boolean(),
  centreIncharge: z.array(reference('description')),
  coachRelated: reference('name').nullable(),
  accessRight: z.array(z.string()),
  /** Somebody else set the password: until it is changed only a few calls are answered. */
  mustChangePassword: z.boolean(),
})
export type SessionUser = z.output<typeof sessionUser>

const tokens = { token: z.string(), refreshToken: z.string(), expiresIn: z.number() }

export const welcome = (username: string) => `Welcome, ${username}`

export const loginBody = z.object({
  username: z.string({ error: 'Username is require' }).min(1, 'Username is require').max(200),
  password: z.string({ error: 'Password is require' }).min(1, 'Password is require').max(200),
})

export const changePasswordBody = z.object({
  current: z.string({ error: 'Current password is required' }).min(1, 'Current password is required').max(200),
  password: password('New password', { required: 'Password is required' }).schema,
})

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    may: 'public',
    body: loginBody,
    result: z.object({ ...tokens, user: sessionUser }),
    status: 200,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/refresh',
    may: 'public',
    body: z.object({ refreshToken: z.string({ error: 'Please sign in again' }).min(1).max(200) }),
    result: z.object(tokens),
    status: 200,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    may: 'session',
    beforeOwnPassword: true,
    result: z.object({}),
    status: 200,
    confirm: messages.logout,
  }),
  profile: endpoint({
    method: 'GET',
    path: '/auth/profile',
    may: 'session',
    beforeOwnPassword: true,
    result: sessionUser,
  }),
  updateProfile: endpoint({
    method: 'POST',
    path: '/auth',
    may: 'session',
    summary:
      'The own e-mail address; another one needs the current password, and the old address is told. Name and password are sent back with a profile and not changed here',
    body: z.object({
      email: userEmail.schema,
      current: z.string().max(200).nullish(),
      username: z.string().nullish(),
      password: z.string().nullish(),
    }),
    result: sessionUser,
    status: 200,
    confirm: messages.submit,
    done: messages.updated,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/auth/password',
    may: 'session',
    summary: 'Changes the own password; the other sessions of the caller end',
    beforeOwnPassword: true,
    body: changePasswordBody,
    result: z.object({}),
    confirm: 'Are you sure to change password?',
    done: messages.updated,
  }),
  config: endpoint({
    method: 'GET',
    path: '/config',
    may: 'public',
    result: z.object({
      companyName: z.string(),
      appName: z.string(),
      version: z.string(),
      currency: z.string(),
      timezone: z.string(),
      contactPhone: z.string(),
      /** RM of one credit, two decimals. */
      creditPrice: z.string(),
      /** The business date, so that the screens need not trust the device's clock. */
      today: z.string(),
      /** Scheme of the links into the members' app. */
      appScheme: z.string(),
      /** How card payments are taken. */
      cardPayments: z.enum(['provider', 'sandbox', 'none']),
      /** Whether new passwords may be given to all members at once. */
      memberPasswords: z.boolean(),
      /** Milliseconds to wait for an answer, except for files. */
      requestTimeout: z.number().default(30_000),
    }),
  }),
}
