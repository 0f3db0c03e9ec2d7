/** Protects pages: no session leads to sign-in, which remembers the requested page. */
import { auth, portalConfig } from '@academy/contract/staff/auth.ts'
import { sessionUser } from '@academy/contract/staff/session-user.ts'
import { redirect } from '@tanstack/react-router'
import { ApiError, isOutOfReach } from '../platform/client/api-error.ts'
import { call } from '../platform/client/client.ts'
import { rememberConfig } from '../platform/client/config/config.ts'
import { loadConfig } from '../platform/client/config/load-config.ts'
import { configKey } from '../platform/client/config/played.ts'
import {
  areRightsOld,
  currentUser,
  doubtRights,
  endSession,
  hasToken,
  rememberUser,
  rightsAsked,
} from '../platform/client/session/session.ts'
import { parsedItem } from '../platform/client/session/storage.ts'
import { keys } from '../platform/client/session/tokens.ts'
import { notice } from '../platform/feedback/notices.tsx'
import { addFactorPath, newPasswordPath } from './paths.ts'
import { safeNext, signInPath } from './safe-next.ts'

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

/** Waits for a profile request under way, which would otherwise find the session ended. */
export const profileRead = (): Promise<void> => reading.catch(() => undefined)

/** Picks up rights changed meanwhile; the page follows the new profile. */
export const refreshRights = () => void readProfile().catch(() => undefined)

/** Requests the profile of the first page before its guard runs. */
export function beginSession() {
  begun = readProfile()
  // The guard reports a failure.
  begun.catch(() => undefined)
}

/**
 * Starts from what the last visit stored while the portal cannot be reached, so that an opened class can be marked
 * without signal. The server still decides about every call once it can be reached.
 */
function recallSession(): boolean {
  const user = sessionUser.safeParse(parsedItem(keys.user))
  const config = portalConfig.safeParse(parsedItem(configKey))
  if (!user.success || !config.success) return false
  rememberConfig(config.data)
  rememberUser(user.data)
  doubtRights()
  return true
}

/** `beforeLoad` of every protected page: somebody signed in, with a password of their own, and a second factor if it is asked for. */
export async function requireSession(page: { location: { href: string } }) {
  await requireUser(page)
  if (currentUser()?.mustChangePassword)
    throw redirect({ to: newPasswordPath, search: { next: safeNext(page.location.href) }, replace: true })
  if (currentUser()?.mustAddSecondFactor)
    throw redirect({ to: addFactorPath, search: { next: safeNext(page.location.href) }, replace: true })
}

/**
 * Waits for the profile when the portal is loaded, and reads it again on the way to
 * another page once it is old.
 */
export async function requireUser({ location }: { location: { href: string } }) {
  const leave = () => redirect({ to: signInPath, search: { next: safeNext(location.href) } })
  if (!hasToken()) {
    unauthorized()
    throw leave()
  }
  if (currentUser()) {
    // After a start without signal the current configuration is still missing.
    loadConfig().catch(() => undefined)
    // A session found expired in the background is handled by the client.
    if (areRightsOld()) refreshRights()
    return
  }
  const profile = begun ?? readProfile()
  begun = undefined
  try {
    await Promise.all([profile, loadConfig()])
  } catch (error) {
    if (isOutOfReach(error) && recallSession()) return
    // Being unreachable is no reason to sign anybody out, nor is a portal that is at fault or asked too often.
    if (!(error instanceof ApiError && [401, 403].includes(error.statusCode))) throw error
    if (hasToken()) unauthorized()
    throw leave()
  }
}
