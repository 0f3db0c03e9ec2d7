/**
 * Caches answers on this device, so that a screen opened before opens without signal. Only for calls that ask for it
 * (`useCall(..., { offline: true })`) and only for the user who read them; cleared when the session ends.
 */
import { z } from 'zod'
import { currentUser, onSessionEnd } from '../client/session/session.ts'
import { cachedKeys, cacheKey, storeIfRoom } from '../client/session/storage.ts'

/** Above this number the oldest are removed. */
const maxEntries = 40

const cachedAnswer = z.object({ user: z.string(), at: z.number(), answer: z.unknown() })
type CachedAnswer = z.output<typeof cachedAnswer>

function at(name: string): CachedAnswer | undefined {
  try {
    return cachedAnswer.parse(JSON.parse(localStorage.getItem(name) ?? ''))
  } catch {
    return undefined
  }
}

function dropOldest(count: number) {
  const oldest = cachedKeys().toSorted((one, other) => (at(one)?.at ?? 0) - (at(other)?.at ?? 0))
  for (const name of oldest.slice(0, count)) localStorage.removeItem(name)
}

/** Caches an answer under its address, replacing older ones when the device is full. */
export function cache(address: string, answer: unknown) {
  const user = currentUser()
  if (!user) return
  const text = JSON.stringify({ user: user._id, at: Date.now(), answer })
  const name = cacheKey(address)
  if (localStorage.getItem(name) === null) dropOldest(cachedKeys().length + 1 - maxEntries)
  if (storeIfRoom(name, text)) return
  dropOldest(Math.ceil(cachedKeys().length / 2))
  // Full of something else: the screen then needs signal.
  storeIfRoom(name, text)
}

/** The current user's cached answer of an address. `at` is in milliseconds. */
export function readCached(address: string): CachedAnswer | undefined {
  const known = at(cacheKey(address))
  return known && known.user === currentUser()?._id ? known : undefined
}

onSessionEnd(() => {
  for (const name of cachedKeys()) localStorage.removeItem(name)
})
