import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import type { newPasskey, passkeyAnswer, secondFactor } from '@academy/contract/staff/second-factor.ts'
import type { SecondFactorAsked } from '@academy/contract/staff/session-user.ts'
import type { z } from 'zod'

const webauthn = () => import('@simplewebauthn/browser')

/** The name that the portal's passkeys belong to, where it is not this page's: the browser would refuse without a reason. */
export const passkeyPlace = (name: string | undefined): string | undefined =>
  name === undefined || name === location.hostname || location.hostname.endsWith(`.${name}`) ? undefined : name

/** Asks the browser for a new passkey; throws when the user declines. */
export async function registerPasskey(
  options: ResultOf<typeof secondFactor.beginPasskey>['options'],
): Promise<z.input<typeof newPasskey>> {
  return (await webauthn()).startRegistration({ optionsJSON: options })
}

/** Asks the browser to sign with a passkey; throws when the user declines. */
export async function signWithPasskey(
  options: NonNullable<SecondFactorAsked['passkey']>,
): Promise<z.input<typeof passkeyAnswer>> {
  return (await webauthn()).startAuthentication({ optionsJSON: options })
}
