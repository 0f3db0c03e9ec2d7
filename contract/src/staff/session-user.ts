import { z } from 'zod'
import { reference } from '../platform/query.ts'

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
  /** The user group asks for a second factor that the user does not have yet: likewise. */
  mustAddSecondFactor: z.boolean(),
})
export type SessionUser = z.output<typeof sessionUser>

export const tokens = { token: z.string(), refreshToken: z.string(), expiresIn: z.number() }

/** The answer to whoever has signed in. */
export const signedIn = z.object({ ...tokens, user: sessionUser })

export const passkeyDescriptors = z
  .array(z.object({ id: z.string(), type: z.string(), transports: z.array(z.string()).optional() }))
  .optional()
export const passkeyPreference = z.enum(['required', 'preferred', 'discouraged']).optional()

/** The question for a second factor. Beside the session because the page of signing in loads it, and not the rest. */
export const secondFactorAsked = z.object({
  ticket: z.string(),
  /** Options for the browser to sign with a passkey; left out when there is none, or none works at this address. */
  passkey: z
    .object({
      challenge: z.string(),
      timeout: z.number().optional(),
      rpId: z.string().optional(),
      allowCredentials: passkeyDescriptors,
      userVerification: passkeyPreference,
    })
    .optional(),
  totp: z.boolean(),
})
export type SecondFactorAsked = z.output<typeof secondFactorAsked>
