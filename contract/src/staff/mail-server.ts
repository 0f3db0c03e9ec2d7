/** Where the portal's mails go out. The password goes in and never comes out. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { email, type Field, optionalInteger, shapeOf, text } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'

const securities = ['tls', 'starttls', 'none'] as const
type Security = (typeof securities)[number]

const securityLabels: Record<Security, string> = {
  tls: 'TLS from the start',
  starttls: 'STARTTLS',
  none: 'None, on this machine alone',
}

/** The port where none is given. */
export const usualPort: Record<Security, number> = { tls: 465, starttls: 587, none: 25 }

const mostPassword = 500

const password = {
  kind: 'password',
  label: 'Password',
  schema: z
    .string({ error: 'The password must be text' })
    .max(mostPassword, `The password must be at most ${mostPassword} characters`)
    .refine((given) => !/[\0\r\n]/.test(given), 'The password contains characters that are not allowed')
    .transform((given) => given || null)
    .nullish(),
} satisfies Field

export const mailServerFields = {
  host: text('Mail Server', {
    max: 253,
    pattern: [
      /^([a-z0-9_-]+\.)*[a-z0-9_-]+$|^[0-9a-f:.]*:[0-9a-f:.]*$/i,
      'Give the name or address of a server, as your mail provider writes it',
    ],
    hint: 'As your mail provider names it for sending (SMTP).',
  }),
  security: {
    kind: 'choice' as const,
    label: 'Encryption',
    options: securities.map((value) => ({ value, label: securityLabels[value] })),
    schema: z.enum(securities, { error: 'Encryption must be one of the choices' }).nullish(),
  },
  port: optionalInteger('Port', { min: 1, max: 65_535 }),
  username: text('Username', { max: 200 }),
  password,
  sender: text('Sender', {
    max: 200,
    pattern: [/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/, 'Give one plain e-mail address'],
    hint: 'The address that mails come from.',
  }),
}

export const mailServer = z.object({
  host: z.string().nullable(),
  security: z.enum(securities).nullable(),
  port: z.number().int().nullable(),
  username: z.string().nullable(),
  sender: z.string().nullable(),
  /** `lost` where it cannot be opened any more, as after a move without `files/link.key`; then it is entered again. */
  passwordState: z.enum(['none', 'kept', 'lost']),
  /** What stands now, given here or not: the server as an address without user and password, null for none. */
  now: z.object({ server: z.string().nullable(), sender: z.string() }),
  /** What the portal's environment says, with the variable that does: here it cannot be changed. */
  fixed: z.object({ server: z.string().optional(), sender: z.string().optional() }),
  /** Why the caller may not change it. */
  refused: z.string().nullable(),
  updatedAt: z.string(),
})
export type MailServerDocument = z.output<typeof mailServer>

export const mailServerBody = z.object(shapeOf(mailServerFields))

export const testMailFields = { email: email('Send to', { required: 'E-mail is required' }) }

export const mailServerRoutes = {
  readMailServer: endpoint({ method: 'GET', path: '/mail-server', may: 'docFormat.edit', result: mailServer }),
  giveMailServer: endpoint({
    method: 'PUT',
    path: '/mail-server',
    may: 'docFormat.edit',
    confirmed: true,
    summary:
      'What is left out stays. Codes for new passwords go this way, so it takes every right that any user has (403). A password is for one server and user: with another of them it is given again (400)',
    body: mailServerBody,
    result: mailServer,
    confirm: messages.submit,
    done: messages.updated,
  }),
  testMail: endpoint({
    method: 'POST',
    path: '/mail-server/test',
    may: 'docFormat.edit',
    status: 200,
    summary: 'Sends one mail by the server that stands now, and tells what the server said',
    body: z.object(shapeOf(testMailFields)),
    result: z.object({ isTaken: z.boolean(), message: z.string() }),
  }),
}
