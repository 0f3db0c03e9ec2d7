/**
 * The marks of a class on this device: begun, saved until they can be sent, sent, or refused. They survive closing the
 * page; those that wait survive the end of the session, too. They are sent only as the user who made them. What was submitted (`marks`) and what
 * was tapped since (`taps`) are kept apart: only the first is ever sent.
 */
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useSyncExternalStore } from 'react'
import { listeners } from '../../platform/client/listeners.ts'
import { currentUser, onSessionEnd } from '../../platform/client/session/session.ts'
import { parsedText, store } from '../../platform/client/session/storage.ts'
import { classSummary } from '../class-summary.ts'
import { withTaps } from '../marking/taps.ts'
import {
  type ClassSummary,
  type PhoneMarks,
  phoneMarks,
  retentionMs,
  type Tap,
  type WalkIn,
} from './phone-marks-schema.ts'
import { isMarksKey, notifyMarks, storageKey, storageKeys } from './storage-keys.ts'

export type {
  ClassSummary as Place,
  Correction,
  Difference,
  PhoneMarks,
  Tap,
  WaitingNewcomer,
  WalkIn,
} from './phone-marks-schema.ts'

/** Parsed entries by key, reused while their text stays the same. */
const parsed = new Map<string, { text: string; marks: PhoneMarks | undefined }>()
/** Marks that did not fit into the storage; they live as long as this page. */
const inMemory = new Map<string, PhoneMarks>()
const { notify, subscribe } = listeners()

function marksAt(name: string): PhoneMarks | undefined {
  const unsaved = inMemory.get(name)
  if (unsaved) return unsaved
  const text = localStorage.getItem(name)
  if (text === null) return undefined
  const known = parsed.get(name)
  if (known?.text === text) return known.marks
  const { data: marks } = phoneMarks.safeParse(parsedText(text))
  parsed.set(name, { text, marks })
  if (!marks || Date.now() - marks.at < retentionMs(marks)) return marks
  localStorage.removeItem(name)
  return undefined
}

function notifyAll() {
  notify()
  notifyMarks()
}

addEventListener('storage', ({ key }) => {
  if (isMarksKey(key)) notifyAll()
})

// What ends with the session is removed from the storage in session-end.ts.
onSessionEnd(() => {
  parsed.clear()
  notifyAll()
})

addEventListener('beforeunload', (event) => {
  if (inMemory.size > 0) event.preventDefault()
})

let all: readonly PhoneMarks[] = []

/** All users' marks on this device, oldest first. */
export function allMarks(): readonly PhoneMarks[] {
  const now = [...new Set([...storageKeys(), ...inMemory.keys()])]
    .flatMap((name) => marksAt(name) ?? [])
    .toSorted((one, other) => one.at - other.at)
  if (now.length !== all.length || now.some((marks, index) => marks !== all[index])) all = now
  return all
}

/** The current user's marks on this device, oldest first. */
export const ownMarks = (): PhoneMarks[] => allMarks().filter(({ user }) => user === currentUser()?._id)

/** The current user's marks of a class, as stored now. */
export const marksOf = (session: string): PhoneMarks | undefined =>
  marksAt(storageKey(currentUser()?._id ?? '', session))

type MarksKey = Pick<PhoneMarks, 'user' | 'session'>

export const storageFull =
  'This phone has no room left: what you mark is lost when the page is closed before it is sent.'

/** False when the storage is full: the marks then last only as long as this page, and are sent from memory. */
export function saveMarks(marks: PhoneMarks): boolean {
  const name = storageKey(marks.user, marks.session._id)
  const known = marksAt(name)
  const text = JSON.stringify(marks)
  const isStored = store(name, text)
  if (isStored) {
    inMemory.delete(name)
    parsed.set(name, { text, marks })
  } else inMemory.set(name, marks)
  // While a form is only begun, a tap changes nothing on screen but its own row, which knows already; a walk-in is a row.
  const isTap =
    marks.state === 'begun' &&
    known?.state === 'begun' &&
    marks.walkIns === known.walkIns &&
    marks.corrections === known.corrections &&
    marks.newcomers === known.newcomers
  if (!isTap) notifyAll()
  return isStored
}

export function removeMarks({ user, session }: MarksKey) {
  const name = storageKey(user, session._id)
  inMemory.delete(name)
  localStorage.removeItem(name)
  notifyAll()
}

/** Marks of a class by the current user with nothing in them yet. */
export const emptyMarks = (session: ClassSummary): PhoneMarks => ({
  user: currentUser()?._id ?? '',
  session,
  at: Date.now(),
  state: 'begun',
  marks: [],
  key: '',
  taps: [],
  walkIns: [],
  corrections: [],
  newcomers: [],
  message: '',
  differences: [],
  notRecorded: [],
})

/** Stores taps beside what was submitted. False when the storage is full. */
export function addTaps(session: ClassSession, taps: readonly Tap[]): boolean {
  const known = marksOf(session._id) ?? emptyMarks(classSummary(session))
  return saveMarks({ ...known, taps: withTaps(known, taps), ...(known.state === 'begun' ? { at: Date.now() } : {}) })
}

/** Adds a member who is not enrolled to the form, as present. False when the storage is full. */
export function addWalkIn(session: ClassSession, walkIn: WalkIn): boolean {
  const known = marksOf(session._id) ?? emptyMarks(classSummary(session))
  const { member, name } = walkIn
  const walkIns = [...known.walkIns.filter((one) => one.member !== member), walkIn]
  const taps = withTaps(known, [{ member, name, status: 'P' }])
  return saveMarks({ ...known, walkIns, taps, ...(known.state === 'begun' ? { at: Date.now() } : {}) })
}

/** Removes an unsubmitted walk-in from the form. */
export function removeWalkIn(session: string, member: string) {
  const known = marksOf(session)
  if (!known) return
  const others = <One extends { member: string }>(all: readonly One[]) => all.filter((one) => one.member !== member)
  saveMarks({ ...known, walkIns: others(known.walkIns), taps: others(known.taps) })
}

/** Calls back when marks change state or another tab changed them; returns the unsubscribe function. */
export const onMarks = subscribe

export const useAllMarks = (): readonly PhoneMarks[] => useSyncExternalStore(onMarks, allMarks)
export const useMarksOf = (session: string): PhoneMarks | undefined =>
  useSyncExternalStore(onMarks, () => marksOf(session))
