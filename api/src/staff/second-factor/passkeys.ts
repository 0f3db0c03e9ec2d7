import type { newPasskey, passkeyAnswer } from '@academy/contract/staff/second-factor.ts'
import type { z } from 'zod'
import { academyOf } from '../../platform/data/index.ts'
import type { Portal } from '../../platform/runtime/index.ts'

/** Loaded with the first passkey: most starts of the portal need none of it. */
const webauthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257]

interface Site {
  rpID: string
  origin: string
}

const isAddress = (host: string) => host.startsWith('[') || /^[\d.]+$/.test(host)

/**
 * Where passkeys belong to: PUBLIC_URL, or this machine by its name. Null where browsers have none, at a bare address, and
 * where the name is only what the caller says.
 */
export function siteOf({ config }: Portal, reachedBy: string): Site | null {
  const url = new URL(config.publicUrl ?? reachedBy)
  const isHere = url.hostname === 'localhost'
  if (isAddress(url.hostname) || (!isHere && (!config.publicUrl || url.protocol !== 'https:'))) return null
  return { rpID: url.hostname, origin: url.origin }
}

interface StoredPasskey {
  credentialId: string | null
  publicKey: Buffer | null
  counter: string
  transports: string[]
}

const descriptorsOf = (passkeys: readonly StoredPasskey[]) =>
  passkeys.flatMap(({ credentialId, transports }) => (credentialId ? [{ id: credentialId, transports }] : []))

/** Options for the browser that registers a passkey. */
export const registrationOptions = async (
  portal: Portal,
  site: Site,
  user: { id: string; username: string },
  passkeys: readonly StoredPasskey[],
) =>
  (await webauthn()).generateRegistrationOptions({
    rpName: (await academyOf(portal)).name,
    rpID: site.rpID,
    userName: user.username,
    userID: new TextEncoder().encode(user.id),
    excludeCredentials: descriptorsOf(passkeys),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    supportedAlgorithmIDs: algorithms,
  })

/** The passkey of a right answer. */
export async function registered(site: Site, expectedChallenge: string, response: z.output<typeof newPasskey>) {
  try {
    const { registrationInfo } = await (await webauthn()).verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpID,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    return registrationInfo?.credential
  } catch {
    return undefined
  }
}

/** Options for the browser that signs with a passkey. */
export const authenticationOptions = async (site: Site, passkeys: readonly StoredPasskey[]) =>
  (await webauthn()).generateAuthenticationOptions({
    rpID: site.rpID,
    allowCredentials: descriptorsOf(passkeys),
    userVerification: 'preferred',
  })

/** The use that the passkey counts after a right answer; undefined after a wrong one. */
export async function usesAfter(
  site: Site,
  expectedChallenge: string,
  passkey: StoredPasskey,
  response: z.output<typeof passkeyAnswer>,
): Promise<number | undefined> {
  if (!passkey.credentialId || !passkey.publicKey) return undefined
  try {
    const { verified, authenticationInfo } = await (await webauthn()).verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpID,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
        transports: passkey.transports,
      },
      requireUserVerification: false,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}
