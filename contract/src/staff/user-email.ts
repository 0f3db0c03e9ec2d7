import { text } from '../platform/field.ts'

const emailShape = /^[A-Za-z0-9_+-]+(\.[A-Za-z0-9_+-]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/

/** The e-mail address of a user, which receives the codes for a new password. */
export const userEmail = {
  ...text('Email', { max: 100, pattern: [emailShape, 'Invalid email format'] }),
  kind: 'email' as const,
}
