/**
 * Answers kept on this device, so that a screen opened before can be opened without signal. Only of calls that ask for
 * it (`useCall(..., { kept: true })`), only for the person who read them, and forgotten when the session ends.
 */
import { z } from 'zod'
import { currentUser, onSessionEnd } from '../client/session.ts'
import { readName, readNames, storeIfRoom } from '../client/storage.ts'

/** The oldest go first. */
const most = 40

const keptAnswer = z.object({ user: z.string(), at: z.number(), answer: z.unknown() })
type Kept = z.output<typeof keptAnswer>

function at(name: string): Kept | undefined {
  try {
    return keptAnswer.parse(JSON.parse(localStorage.getItem(name) ?? ''))
  } catch {
    return undefined
  }
}

function dropOldest(count: number) {
  const oldest = readNames().toSorted((one, other) => (at(one)?.at ?? 0) - (at(other)?.at ?? 0))
  for (const name of oldest.slice(0, count)) localStorage.removeItem(name)
}

/** Keeps an answer under its address; when the device is full, instead of older ones. */
export function keep(address: string, answer: unknown) {
  const user = currentUser()
  if (!user) return
  const text = JSON.stringify({ user: user._id, at: Date.now(), answer })
  const name = readName(address)
  if (localStorage.getItem(name) === null) dropOldest(readNames().length + 1 - most)
  if (storeIfRoom(name, text)) return
  dropOldest(Math.ceil(readNames().length / 2))
  // Full of something else: the screen needs signal then.
  storeIfRoom(name, text)
}

/** What the signed-in person read at an address last, if it is still here. `at` is in milliseconds. */
export function recall(address: string): Kept | undefined {
  const known = at(readName(address))
  return known && known.user === currentUser()?._id ? known : undefined
}

onSessionEnd(() => {
  for (const name of readNames()) localStorage.removeItem(name)
})
