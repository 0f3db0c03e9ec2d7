import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { messages } from '../platform/messages.ts'
import { listOf } from '../platform/query.ts'

const ownSession = z.object({
  _id: z.string(),
  /** For example `Chrome on Windows`. */
  device: z.string(),
  address: z.string().nullable(),
  createdAt: z.string(),
  /** The last sign-in or renewal, half an hour off at most. */
  lastUsed: z.string(),
  /** The session of this request. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

/** Where another user is signed in. Needs every right that this user holds. */
export const userSessions = {
  sessions: endpoint({
    method: 'GET',
    path: '/user/:id/sessions',
    may: 'user.edit',
    summary: 'Where a user is signed in, the last used first',
    result: listOf(ownSession),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/user/:id/sessions/:session',
    may: 'user.edit',
    summary: 'Signs a user out on one device',
    result: z.object({ _id: z.string() }),
    confirm: 'Are you sure to sign out this device?',
    done: messages.updated,
  }),
  endSessions: endpoint({
    method: 'POST',
    path: '/user/:id/logout',
    may: 'user.edit',
    summary: 'Signs a user out everywhere; codes for a new password end too',
    result: z.object({}),
    status: 200,
    confirm: 'Are you sure to sign out this user everywhere?',
    done: messages.updated,
  }),
}

/** Where the caller is signed in. */
export const sessions = {
  list: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    may: 'session',
    summary: 'Where the caller is signed in, this session first',
    result: listOf(ownSession),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    may: 'session',
    summary: 'Signs the caller out on one device',
    result: z.object({ _id: z.string() }),
    confirm: 'Are you sure to sign out this device?',
    done: messages.updated,
  }),
  endAll: endpoint({
    method: 'DELETE',
    path: '/auth/sessions',
    may: 'session',
    summary: 'Signs the caller out everywhere, here too',
    result: z.object({}),
    confirm: 'Are you sure to log out everywhere?',
  }),
}
