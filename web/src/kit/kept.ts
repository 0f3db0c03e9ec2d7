/**
 * Answers kept on this device, so that a screen opened before can be opened without signal. Only of calls that ask for
 * it (`useCall(..., { kept: true })`), only for the person who read them, and forgotten when the session ends.
 */
import { z } from 'zod'
import { currentUser, onSessionEnd } from './session.ts'

const prefix = 'kept '
/** The oldest go first. */
const most = 40

const keptAnswer = z.object({ user: z.string(), at: z.number(), answer: z.unknown() })
type Kept = z.output<typeof keptAnswer>

const names = () => Object.keys(localStorage).filter((name) => name.startsWith(prefix))

function at(name: string): Kept | undefined {
  try {
    return keptAnswer.parse(JSON.parse(localStorage.getItem(name) ?? ''))
  } catch {
    return undefined
  }
}

function dropOldest(count: number) {
  const oldest = names().toSorted((one, other) => (at(one)?.at ?? 0) - (at(other)?.at ?? 0))
  for (const name of oldest.slice(0, count)) localStorage.removeItem(name)
}

/** Forgets everything kept, where room is needed for what was not only read. */
export const makeRoom = () => dropOldest(names().length)

/** Keeps an answer under its address; when the device is full, instead of older ones. */
export function keep(address: string, answer: unknown) {
  const user = currentUser()
  if (!user) return
  const text = JSON.stringify({ user: user._id, at: Date.now(), answer })
  const name = prefix + address
  if (localStorage.getItem(name) === null) dropOldest(names().length + 1 - most)
  try {
    localStorage.setItem(name, text)
  } catch {
    dropOldest(Math.ceil(names().length / 2))
    try {
      localStorage.setItem(name, text)
    } catch {
      // Full of something else: the screen needs signal then.
    }
  }
}

/** What the signed-in person read at an address last, if it is still here. `at` is in milliseconds. */
export function recall(address: string): Kept | undefined {
  const known = at(prefix + address)
  return known && known.user === currentUser()?._id ? known : undefined
}

onSessionEnd(() => {
  for (const name of names()) localStorage.removeItem(name)
})
