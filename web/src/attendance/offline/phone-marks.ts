/**
 * The marks of a class on this phone: begun, saved until they can be sent, sent, or refused. They survive the page being
 * closed and the session ending, and are sent only as the person who made them. What was submitted (`marks`) and what
 * was tapped since (`taps`) are two things: only the first is ever sent.
 */
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useSyncExternalStore } from 'react'
import { currentUser, parsedText } from '../../platform/client/session.ts'
import { store } from '../../platform/client/storage.ts'
import { withTaps } from '../marking/taps.ts'
import { placeOf } from '../place.ts'
import { isMarkName, markNames, nameOf, tellMarks } from './mark-names.ts'
import { keptMs, type PhoneMarks, type Place, phoneMarks, type Tap, type WalkIn } from './phone-record.ts'

export type { Difference, PhoneMarks, Place, Tap, WalkIn } from './phone-record.ts'

/** What stands under a name, parsed once as long as its text stays the same. */
const parsed = new Map<string, { text: string; marks: PhoneMarks | undefined }>()
/** What found no room on the phone: it lives as long as this page. */
const unkept = new Map<string, PhoneMarks>()
const listeners = new Set<() => void>()

function marksAt(name: string): PhoneMarks | undefined {
  const held = unkept.get(name)
  if (held) return held
  const text = localStorage.getItem(name)
  if (text === null) return undefined
  const known = parsed.get(name)
  if (known?.text === text) return known.marks
  const { data: marks } = phoneMarks.safeParse(parsedText(text))
  parsed.set(name, { text, marks })
  if (!marks || Date.now() - marks.at < keptMs(marks)) return marks
  localStorage.removeItem(name)
  return undefined
}

function tellAll() {
  for (const listener of [...listeners]) listener()
  tellMarks()
}

addEventListener('storage', ({ key }) => {
  if (isMarkName(key)) tellAll()
})

addEventListener('beforeunload', (event) => {
  if (unkept.size > 0) event.preventDefault()
})

let all: readonly PhoneMarks[] = []

/** Everybody's marks on this phone, oldest first. */
export function allMarks(): readonly PhoneMarks[] {
  const now = [...new Set([...markNames(), ...unkept.keys()])]
    .flatMap((name) => marksAt(name) ?? [])
    .toSorted((one, other) => one.at - other.at)
  if (now.length !== all.length || now.some((marks, index) => marks !== all[index])) all = now
  return all
}

/** The signed-in person's marks of a class, as they stand in the storage now. */
export const marksOf = (session: string): PhoneMarks | undefined => marksAt(nameOf(currentUser()?._id ?? '', session))

type MarksName = Pick<PhoneMarks, 'user' | 'session'>

export const noRoom = 'This phone has no room left: what you mark is lost when the page is closed before it is sent.'

/** False when the phone has no room left for it: then it stands only as long as this page, and is sent from here. */
export function putMarks(marks: PhoneMarks): boolean {
  const name = nameOf(marks.user, marks.session._id)
  const known = marksAt(name)
  const text = JSON.stringify(marks)
  const isKept = store(name, text)
  if (isKept) {
    unkept.delete(name)
    parsed.set(name, { text, marks })
  } else unkept.set(name, marks)
  // Between two taps of a form that was only begun nothing on screen changes but the tapped row, which knows it.
  if (marks.state !== 'begun' || known?.state !== 'begun') tellAll()
  return isKept
}

export function dropMarks({ user, session }: MarksName) {
  const name = nameOf(user, session._id)
  unkept.delete(name)
  localStorage.removeItem(name)
  tellAll()
}

/** Marks of a class by the signed-in person, of which nothing is known yet. */
export const noMarks = (session: Place): PhoneMarks => ({
  user: currentUser()?._id ?? '',
  session,
  at: Date.now(),
  state: 'begun',
  marks: [],
  key: '',
  taps: [],
  walkIns: [],
  message: '',
  differences: [],
  notRecorded: [],
})

/** Keeps taps in a class's form beside what was submitted. False when the phone has no room left. */
export function keepTaps(session: ClassSession, taps: readonly Tap[]): boolean {
  const known = marksOf(session._id) ?? noMarks(placeOf(session))
  return putMarks({ ...known, taps: withTaps(known, taps), ...(known.state === 'begun' ? { at: Date.now() } : {}) })
}

/** Adds somebody who is not enrolled to a class's form, as present. False as above. */
export function keepWalkIn(session: ClassSession, walkIn: WalkIn): boolean {
  const known = marksOf(session._id) ?? noMarks(placeOf(session))
  const { member, name } = walkIn
  const walkIns = [...known.walkIns.filter((one) => one.member !== member), walkIn]
  const taps = withTaps(known, [{ member, name, status: 'P' }])
  return putMarks({ ...known, walkIns, taps, ...(known.state === 'begun' ? { at: Date.now() } : {}) })
}

/** Takes somebody out of the form again who was added to it and not submitted. */
export function dropWalkIn(session: string, member: string) {
  const known = marksOf(session)
  if (!known) return
  const others = <One extends { member: string }>(all: readonly One[]) => all.filter((one) => one.member !== member)
  putMarks({ ...known, walkIns: others(known.walkIns), taps: others(known.taps) })
}

/** Calls back when marks come to another state, and when another tab changed them; answers how to stop. */
export const onMarks = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useAllMarks = (): readonly PhoneMarks[] => useSyncExternalStore(onMarks, allMarks)
export const useMarksOf = (session: string): PhoneMarks | undefined =>
  useSyncExternalStore(onMarks, () => marksOf(session))
