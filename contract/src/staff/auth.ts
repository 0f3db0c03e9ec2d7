import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { password } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { orTooMuch } from '../platform/plain-errors.ts'
import { entrance, missing } from './entrance.ts'
import { secondFactorAsked, sessionUser, signedIn, tokens } from './session-user.ts'
import { userEmail } from './user-email.ts'

export { type SessionUser, sessionUser } from './session-user.ts'

export const loginBody = z.object({
  username: z
    .string({ error: orTooMuch(missing.username) })
    .min(1, missing.username)
    .max(200),
  password: z
    .string({ error: orTooMuch(missing.password) })
    .min(1, missing.password)
    .max(200),
})

export const changePasswordBody = z.object({
  current: z
    .string({ error: 'Current password is required' })
    .min(1, 'Current password is required')
    .max(200, 'Current password must be at most 200 characters'),
  password: password('New password', { required: 'Password is required' }).schema,
})

/** What every screen is told of the portal. */
export const portalConfig = z.object({
  companyName: z.string(),
  appName: z.string(),
  version: z.string(),
  currency: z.string(),
  timezone: z.string(),
  contactPhone: z.string(),
  /** RM of one credit, two decimals. */
  creditPrice: z.string(),
  /** Credits from which on down a wallet is low. */
  lowBalance: z.number().int(),
  /** The business date, so that the screens need not trust the device's clock. */
  today: z.string(),
  /** Scheme of the links into the members' app. */
  appScheme: z.string(),
  /** How card payments are taken. */
  cardPayments: z.enum(['provider', 'sandbox', 'none']),
  /** Whether new passwords may be given to all members at once. */
  memberPasswords: z.boolean(),
  /** Whether members can be mailed links. */
  mailsLinks: z.boolean(),
  /** Milliseconds to wait for an answer, except for files. */
  requestTimeout: z.number().default(30_000),
  /** Addresses of the academy's own sheet of colours, and of its logo. */
  brand: z
    .object({ sheet: z.string().nullable(), picture: z.string().nullable() })
    .default({ sheet: null, picture: null }),
})

export const auth = {
  login: endpoint({
    ...entrance.login,
    may: 'public',
    body: loginBody,
    result: z.union([signedIn, z.object({ secondFactor: secondFactorAsked })]),
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
    beforeSecondFactor: true,
    result: z.object({}),
    status: 200,
    confirm: messages.logout,
  }),
  profile: endpoint({
    method: 'GET',
    path: '/auth/profile',
    may: 'session',
    beforeOwnPassword: true,
    beforeSecondFactor: true,
    result: sessionUser,
  }),
  updateProfile: endpoint({
    method: 'POST',
    path: '/auth',
    may: 'session',
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
    beforeOwnPassword: true,
    beforeSecondFactor: true,
    body: changePasswordBody,
    result: z.object({}),
    confirm: 'Are you sure to change password?',
    done: messages.updated,
  }),
  config: endpoint({
    ...entrance.config,
    may: 'public',
    result: portalConfig,
  }),
}
