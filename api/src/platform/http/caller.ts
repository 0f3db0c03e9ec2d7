import { messages } from '@academy/contract/platform/messages.ts'
import type { Permission } from '@academy/contract/platform/permission.ts'
import { HttpError } from './errors.ts'

/** Who is calling. The portal itself calls as `systemCaller`. */
export interface Caller {
  userId: string | null
  username: string
  /** The id of the session that calls; picture links end with it. */
  session?: string
  can(permission: Permission): boolean
  /** Centres this caller is restricted to; null sees all. */
  centres: readonly string[] | null
  /** Somebody else set the password: only a few calls are answered until it is changed. */
  mustChangePassword: boolean
  /**
   * Of the session: confirmed in the last minutes, or long ago (`old`). Without a second factor `none`, or `missing` where
   * the user group asks for one: only a few calls are answered until it is added.
   */
  secondFactor: 'none' | 'missing' | 'old' | 'confirmed'
}

/** Who made what stands after the first start: the first administrator, and a demo academy. */
export const firstStarter = 'first start'

/** Names by which the portal itself stands in the audit trail and on papers. */
const portalNames = [
  'system',
  'public',
  'nightly',
  'alerts',
  'mail',
  'upgrade',
  'command line',
  'Card provider',
  firstStarter,
] as const
/** In lower case; `member` signs what somebody did by a link. */
const reserved = new Set([...portalNames, 'member'].map((name) => name.toLowerCase()))

/** Nobody is called so, or what a person did would look like the portal's work; case does not matter. */
export const isPortalName = (username: string): boolean => reserved.has(username.toLowerCase())

export const systemCaller = (username: (typeof portalNames)[number] = 'system'): Caller => ({
  userId: null,
  username,
  can: () => true,
  centres: null,
  mustChangePassword: false,
  secondFactor: 'none',
})

/** Who calls without a session what anybody may. */
export const stranger: Caller = { ...systemCaller('public'), can: () => false }
export const isStranger = (caller: Caller): boolean => caller === stranger

/** 403 that asks for the second factor again; a client confirms and repeats the call. */
export function refuseUnconfirmed({ secondFactor }: Caller): void {
  if (secondFactor !== 'old') return
  const message = messages.confirmSecondFactor
  throw new HttpError(403, message, { details: [{ path: 'secondFactor', message }] })
}
