import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { password, text } from '../platform/field.ts'

/** Days until a code for a member's own password expires. */
export const codeDays = 7

export const memberPasswordBody = z.object({
  code: text('Code', { required: 'The code from the mail is required' }).schema,
  password: password('New password', { required: 'Password is required' }).schema,
})

export const memberPassword = {
  redeem: endpoint({
    method: 'POST',
    path: '/member/password',
    may: 'public',
    summary: 'A member sets a password of their own with the code of the mail, which works once',
    body: memberPasswordBody,
    result: z.object({}),
    status: 200,
  }),
}
