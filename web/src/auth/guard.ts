/** Lets nobody past without a session, and remembers where they wanted to go. */
import { auth } from '@academy/contract/staff/auth.ts'
import { redirect } from '@tanstack/react-router'
import { isOutOfReach } from '../platform/client/api-error.ts'
import { call } from '../platform/client/client.ts'
import { rememberConfig } from '../platform/client/config.ts'
import {
  areRightsOld,
  currentUser,
  doubtRights,
  endSession,
  hasToken,
  parsedItem,
  rememberUser,
  rightsAsked,
} from '../platform/client/session.ts'
import { store } from '../platform/client/storage.ts'
import { tellDay } from '../platform/client/today.ts'
import { keys } from '../platform/client/tokens.ts'
import { notice } from '../platform/feedback/notices.tsx'

export const signInPath = '/auth/login'
export const forgotPath = '/auth/forgot-password'
export const resetPath = '/auth/reset-password'
export const home = '/dashboard/overview'

const configKey = 'config'

const readConfig = () =>
  call(auth.config, { quiet: true }).then((config) => {
    store(configKey, JSON.stringify(config))
    rememberConfig(config)
    tellDay(config.today)
  })

let asked: Promise<void> | undefined

/** Asked for once; again only after a failure. */
export function loadConfig(): Promise<void> {
  asked ??= readConfig().catch((error) => {
    asked = undefined
    throw error
  })
  return asked
}

let asking: Promise<void> | undefined

/** Asks anew: the day may be another one by now. */
export function refreshConfig(): Promise<void> {
  asking ??= readConfig()
    // It is asked again soon enough.
    .catch(() => undefined)
    .finally(() => {
      asking = undefined
    })
  return asking
}

/** Only an address of this portal. */
export const safeNext = (next: string | undefined): string | undefined =>
  next && /^\/(?![/\\])/.test(next) && !next.includes(signInPath) ? next : undefined

export const unauthorized = () => {
  endSession()
  notice.error('Unauthorized')
}

let begun: Promise<void> | undefined

let reading: Promise<void> = Promise.resolve()

function readProfile(): Promise<void> {
  rightsAsked()
  reading = call(auth.profile, { quiet: true }).then(rememberUser)
  return reading
}

/** No profile is on its way: one that was would find the session ended. */
export const profileRead = (): Promise<void> => reading.catch(() => undefined)

/** Learns of rights that were changed meanwhile: the page follows what the profile says now. */
export const refreshRights = () => void readProfile().catch(() => undefined)

/** Asks for the profile of the first page ahead of its guard. */
export function beginSession() {
  begun = readProfile()
  // The guard tells of a failure.
  begun.catch(() => undefined)
}

/**
 * Begins with what the last visit knew, while the portal is out of reach: whoever opened a class can mark it without
 * signal. The server decides about every call as soon as it hears of it.
 */
function recallSession(): boolean {
  const user = auth.profile.result.safeParse(parsedItem(keys.user))
  const config = auth.config.result.safeParse(parsedItem(configKey))
  if (!user.success || !config.success) return false
  rememberConfig(config.data)
  rememberUser(user.data)
  doubtRights()
  return true
}

/**
 * For `beforeLoad` of every protected page: the profile is waited for when the portal is loaded, and asked for again on
 * the way to another page once what it told is old.
 */
export async function requireSession({ location }: { location: { href: string } }) {
  const leave = () => redirect({ to: signInPath, search: { next: safeNext(location.href) } })
  if (!hasToken()) {
    unauthorized()
    throw leave()
  }
  if (currentUser()) {
    // After a start without signal the configuration of now is still missing.
    loadConfig().catch(() => undefined)
    // A dead session found in the background leaves through the client's own handler.
    if (areRightsOld()) refreshRights()
    return
  }
  const profile = begun ?? readProfile()
  begun = undefined
  try {
    await Promise.all([profile, loadConfig()])
  } catch (error) {
    // Out of reach is no reason to sign anybody out.
    if (isOutOfReach(error)) {
      if (recallSession()) return
      throw error
    }
    if (hasToken()) unauthorized()
    throw leave()
  }
}
