import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { password, text } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { listOf, page } from '../platform/query.ts'

/** Minutes until a code for a new password expires. */
export const codeMinutes = 30

export const forgotBody = z.object({ email: text('Email', { required: 'Email is required', max: 100 }).schema })
export const resetBody = z.object({
  reset_code: text('Code', { required: 'The code from the mail is required' }).schema,
  password: password('New password', { required: 'Password is required' }).schema,
})

export const mail = z.object({
  _id: z.string(),
  at: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
})
export type OutboxMail = z.output<typeof mail>

/** Forgotten passwords, and the outbox of mails with codes. */
export const recovery = {
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    may: 'public',
    summary: 'Sends a code to the user of this e-mail address; tells nobody whether there is one',
    body: forgotBody,
    result: z.object({}),
    status: 200,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    may: 'public',
    summary: 'Sets a new password with the code of the mail; ends all sessions of the user',
    body: resetBody,
    result: z.object({}),
    status: 200,
    done: messages.updated,
  }),
  outbox: endpoint({
    method: 'GET',
    path: '/outbox',
    may: 'user.edit',
    summary: 'Mails that were not sent, newest first; those for people with more rights than the caller are left out',
    query: z.object(page(['at', 'to', 'subject', 'text'])),
    result: listOf(mail),
  }),
}
