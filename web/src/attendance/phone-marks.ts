/**
 * The marks of a class on this phone: begun, saved until they can be sent, sent, or refused. They survive the page being
 * closed and the session ending, and are sent only as the person who made them.
 */
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { currentUser, parsedItem } from '../kit/session.ts'
import { isMarkName, markNames, nameOf } from './mark-names.ts'

const status = z.enum(['P', 'A'])

/** Somebody else had marked this member differently when ours arrived; theirs stands. */
const difference = z.object({
  row: z.string(),
  member: z.string(),
  name: z.string(),
  ours: status,
  theirs: status,
  by: z.string(),
})
export type Difference = z.output<typeof difference>

const phoneMarks = z.object({
  user: z.string(),
  session: z.object({ _id: z.string(), course: z.string(), name: z.string(), date: z.string(), duration: z.string() }),
  /** Milliseconds, when it came to this state. */
  at: z.number(),
  state: z.enum(['begun', 'saved', 'sent', 'refused']),
  present: z.array(z.string()),
  /** What is to be sent, under a key that makes a repeat answer as the first did. */
  marks: z.array(z.object({ member: z.string(), enrollment: z.string(), status })),
  key: z.string(),
  /** Why it was refused. */
  message: z.string(),
  differences: z.array(difference),
})
export type PhoneMarks = z.output<typeof phoneMarks>

const dayMs = 24 * 60 * 60 * 1000
/** What is done or was never finished is forgotten; what waits to be sent is not. */
const keptMs = { begun: 7 * dayMs, sent: dayMs, saved: Infinity, refused: Infinity }

let all: readonly PhoneMarks[] | undefined
const listeners = new Set<() => void>()

function readAll(): PhoneMarks[] {
  return markNames()
    .flatMap((name) => {
      const { data } = phoneMarks.safeParse(parsedItem(name))
      if (data && Date.now() - data.at < keptMs[data.state]) return [data]
      localStorage.removeItem(name)
      return []
    })
    .toSorted((one, other) => one.at - other.at)
}

function tellAll() {
  for (const listener of [...listeners]) listener()
}

addEventListener('storage', ({ key }) => {
  if (!isMarkName(key)) return
  all = undefined
  tellAll()
})

/** What stands in the storage by now is not read again. */
function remember({ user, session }: MarksName, marks: readonly PhoneMarks[]) {
  all = [...allMarks().filter((one) => one.user !== user || one.session._id !== session._id), ...marks]
}

/** Everybody's marks on this phone, oldest first. */
export const allMarks = (): readonly PhoneMarks[] => {
  all ??= readAll()
  return all
}

/** The signed-in person's marks of a class. */
export const marksOf = (session: string): PhoneMarks | undefined =>
  allMarks().find((one) => one.session._id === session && one.user === currentUser()?._id)

type MarksName = Pick<PhoneMarks, 'user' | 'session'>

/** False when the phone has no room left for it. */
export function putMarks(marks: PhoneMarks): boolean {
  const { user, session, state } = marks
  const known = allMarks().find((one) => one.user === user && one.session._id === session._id)
  try {
    localStorage.setItem(nameOf(user, session._id), JSON.stringify(marks))
  } catch {
    return false
  }
  remember(marks, [marks])
  // Between two taps nothing on screen changes but the tapped row, which knows it.
  if (state !== 'begun' || known?.state !== 'begun') tellAll()
  return true
}

export function dropMarks(name: MarksName) {
  localStorage.removeItem(nameOf(name.user, name.session._id))
  remember(name, [])
  tellAll()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useAllMarks = (): readonly PhoneMarks[] => useSyncExternalStore(subscribe, allMarks)
export const useMarksOf = (session: string): PhoneMarks | undefined =>
  useSyncExternalStore(subscribe, () => marksOf(session))
