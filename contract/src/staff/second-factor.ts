import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { text } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { passkeyDescriptors, passkeyPreference, secondFactorAsked, signedIn } from './session-user.ts'

/** Minutes after which a user with a second factor is asked for it again before what weighs most. */
export const confirmedMinutes = 10
/** How many recovery codes a user gets. */
export const recoveryCodeCount = 10

const base64 = z.string().max(10_000)
const ticket = z.string({ error: messages.startAgain }).min(1, messages.startAgain).max(100)

/** The options as the browser takes them, to register a passkey. */
const newPasskeyOptions = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number().optional(),
  excludeCredentials: passkeyDescriptors,
  authenticatorSelection: z
    .object({
      residentKey: passkeyPreference,
      requireResidentKey: z.boolean().optional(),
      userVerification: passkeyPreference,
    })
    .optional(),
  attestation: z.enum(['none', 'direct', 'enterprise', 'indirect']).optional(),
})

/** What the browser answers who registers a passkey; members that the portal has no use for are left out. */
export const newPasskey = z.object({
  id: base64,
  rawId: base64,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64,
    attestationObject: base64,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})

/** What the browser answers who signs with one. */
export const passkeyAnswer = z.object({
  id: base64,
  rawId: base64,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: base64, authenticatorData: base64, signature: base64 }),
})

/** A code of the app or a recovery code, or a passkey's answer. */
const proofBody = z.object({
  ticket,
  code: z.string().max(50).optional(),
  passkey: passkeyAnswer.optional(),
})
export type Proof = z.output<typeof proofBody>

export const factor = z.object({
  _id: z.string(),
  kind: z.enum(['passkey', 'totp']),
  name: z.string(),
  createdAt: z.string(),
  lastUsed: z.string().nullable(),
})
export type Factor = z.output<typeof factor>

export const factorName = text('Name of the device', { required: 'Please give the device a name', max: 50 })
/** Asked of who has no second factor yet; who has one confirms with it. */
const ownPassword = z.object({ password: z.string().max(200).optional() })
const codes = z.object({ recoveryCodes: z.array(z.string()) })

export const totpCode = text('Code', { required: 'Please enter the code of the app', max: 50 })

/** The second factor: of the caller, at the sign-in and asked again. */
export const secondFactor = {
  signIn: endpoint({
    method: 'POST',
    path: '/auth/second-factor',
    may: 'public',
    summary: 'The second step of signing in: a code, or the answer of a passkey, with the ticket of the first step',
    body: proofBody,
    result: signedIn,
    status: 200,
  }),
  list: endpoint({
    method: 'GET',
    path: '/auth/factors',
    may: 'session',
    beforeSecondFactor: true,
    summary: "The caller's second factors, without their secrets",
    result: z.object({
      items: z.array(factor),
      /** Recovery codes that were not used yet. */
      recoveryCodesLeft: z.number(),
      /** The user group asks for a second factor. */
      required: z.boolean(),
      /** Passkeys work at this address of the portal. */
      passkeysWork: z.boolean(),
    }),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/auth/factors/challenge',
    may: 'session',
    summary: 'Begins to confirm with the second factor',
    result: secondFactorAsked,
    status: 200,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/auth/factors/confirmation',
    may: 'session',
    summary: 'Confirms with the second factor, as calls that weigh most ask for; holds for ten minutes in this session',
    body: proofBody,
    result: z.object({}),
    status: 200,
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/auth/factors/passkey',
    may: 'session',
    beforeSecondFactor: true,
    summary: 'Begins to register a passkey; asks for the password of who has no second factor yet',
    body: ownPassword,
    result: z.object({ ticket: z.string(), options: newPasskeyOptions }),
    status: 200,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/auth/factors/passkey/confirmation',
    may: 'session',
    toldOnce: true,
    beforeSecondFactor: true,
    summary: 'Registers a passkey. The first second factor brings recovery codes, told once',
    body: z.object({ ticket, name: factorName.schema, passkey: newPasskey }),
    result: codes,
    done: 'The passkey was added',
  }),
  beginTotp: endpoint({
    method: 'POST',
    path: '/auth/factors/totp',
    may: 'session',
    toldOnce: true,
    beforeSecondFactor: true,
    summary: 'Begins to add an authenticator app; asks for the password of who has no second factor yet',
    body: ownPassword,
    result: z.object({
      ticket: z.string(),
      /** To type into the app. */
      secret: z.string(),
      /** For the QR code. */
      uri: z.string(),
    }),
    status: 200,
  }),
  addTotp: endpoint({
    method: 'POST',
    path: '/auth/factors/totp/confirmation',
    may: 'session',
    toldOnce: true,
    beforeSecondFactor: true,
    summary: 'Adds the authenticator app by a code of it. The first second factor brings recovery codes, told once',
    body: z.object({ ticket, name: factorName.schema, code: totpCode.schema }),
    result: codes,
    done: 'The authenticator app was added',
  }),
  newCodes: endpoint({
    method: 'POST',
    path: '/auth/factors/recovery-codes',
    may: 'session',
    toldOnce: true,
    confirmed: true,
    summary: 'New recovery codes, told once; the old ones work no more',
    result: codes,
    confirm: 'Are you sure to make new recovery codes? The old ones work no more.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/auth/factors/:id',
    may: 'session',
    confirmed: true,
    summary: 'Removes an own second factor; with the last one go the recovery codes',
    result: z.object({ _id: z.string() }),
    confirm: messages.deletion,
    done: messages.removed,
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/user/:id/second-factor',
    may: 'user.edit',
    confirmed: true,
    summary: 'Removes the second factors of somebody who lost them, who is signed out and told by mail',
    result: z.object({ _id: z.string() }),
    confirm: 'Are you sure to remove the second factor of this user?',
    done: messages.removed,
  }),
}
