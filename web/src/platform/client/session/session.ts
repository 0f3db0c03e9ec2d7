/**
 * Who is signed in. Components read it with `useSession()`, anything else with `can(...)`:
 *
 *   const { user, can } = useSession()
 *   can('belt.create')                          one permission
 *   can(['credits.edit', 'memberType.edit'])    any of them
 *   can(route.may)                              what an endpoint requires
 */

import type { May } from '@academy/contract/platform/endpoint.ts'
import { allCentres } from '@academy/contract/staff/access-rights.ts'
import type { SessionUser } from '@academy/contract/staff/auth.ts'
import { useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'
import { mayWith } from './rights.ts'
import { parsedItem, store } from './storage.ts'
import { keys } from './tokens.ts'

let user: SessionUser | null = null
const { notify, subscribe } = listeners()

export const hasToken = (): boolean => localStorage.getItem(keys.access) !== null
export const currentUser = (): SessionUser | null => user

function changeUser(next: SessionUser | null) {
  // The profile is read again and again; a new object for the same facts would redraw everything.
  if (JSON.stringify(next) === JSON.stringify(user)) return
  user = next
  notify()
}

/** Stores the current profile; one that arrives after the session ended is ignored. */
export function rememberUser(profile: SessionUser) {
  if (!hasToken()) return
  store(keys.user, JSON.stringify(profile))
  changeUser(profile)
}

/** So long the rights are taken as they were told; a refused call (403) has them asked for at once. */
const trustedMs = 60_000
let askedAt = 0

/** Whether the profile has to be asked for again when a page is opened. */
export const areRightsOld = (): boolean => Date.now() - askedAt > trustedMs
export const rightsAsked = () => {
  askedAt = Date.now()
}
/** Something was changed that may be the rights of whoever changed it. */
export const doubtRights = () => {
  askedAt = 0
}

const enders = new Set<() => void>()
/** Calls back when this tab's session ends, or somebody else's begins: everything read with it must be dropped. */
export const onSessionEnd = (ender: () => void) => {
  enders.add(ender)
}

export function startSession(session: { token: string; refreshToken: string; user: SessionUser }) {
  // Whoever signed in here before may have left without signing out.
  if (storedPerson()?._id !== session.user._id) for (const ender of enders) ender()
  store(keys.access, session.token)
  store(keys.refresh, session.refreshToken)
  rememberUser(session.user)
  rightsAsked()
}

/** Removes user and tokens; other tabs notice through the storage event. */
export function endSession() {
  for (const key of [keys.user, keys.access, keys.refresh]) localStorage.removeItem(key)
  changeUser(null)
  for (const ender of enders) ender()
}

/** Calls back when another tab signed out. */
export function onSignedOutElsewhere(handler: () => void) {
  addEventListener('storage', (event) => {
    // A cleared storage has no key.
    if ((event.key === keys.access || event.key === null) && !hasToken()) handler()
  })
}

type Person = Pick<SessionUser, '_id' | 'username'>

/** Whoever signed in last on this device, from the browser's storage. */
function storedPerson(): Person | undefined {
  const { _id, username }: Record<string, unknown> = Object(parsedItem(keys.user))
  return typeof _id === 'string' && typeof username === 'string' ? { _id, username } : undefined
}

/** The user signed in on this device, if another tab has changed it from this one's user. */
export function otherUser(): Person | undefined {
  const now = hasToken() ? storedPerson() : undefined
  return now?._id === user?._id ? undefined : now
}

/** Calls back with the user when another tab signed in; returns the unsubscribe function. */
export function onSignIn(handler: (user: Person) => void): () => void {
  const listen = (event: StorageEvent) => {
    const next = storedPerson()
    if (event.key === keys.user && hasToken() && next) handler(next)
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

/** Whether the user has any of these permissions. The server decides again on every call. */
export function can(may: May): boolean {
  if (may === 'public') return true
  return user !== null && mayWith(user.userGroup.permissions, may)
}

/** Whether the user may change what is at a centre; what is at none (null) is only for who is held to no centres. */
function inCharge(centre: string | null): boolean {
  if (!user || user.accessRight.includes(allCentres)) return true
  const { isCenter, centreIncharge } = user
  return (!isCenter && centreIncharge.length === 0) || centreIncharge.some(({ _id }) => _id === centre)
}

export function useSession() {
  return { user: useSyncExternalStore(subscribe, currentUser), can, inCharge }
}
