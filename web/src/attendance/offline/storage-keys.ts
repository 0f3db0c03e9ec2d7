/**
 * The keys of marks in the browser's storage, apart from what reads them so that every page's frame can watch them
 * cheaply.
 */
import { useSyncExternalStore } from 'react'
import { listeners } from '../../platform/client/listeners.ts'
import { store } from '../../platform/client/session/storage.ts'

const prefix = 'marks '

export const storageKey = (user: string, session: string): string => `${prefix}${user} ${session}`
export const storageKeys = (): string[] => Object.keys(localStorage).filter((name) => name.startsWith(prefix))
export const isMarksKey = (name: string | null): boolean => name === null || name.startsWith(prefix)

const { notify, subscribe } = listeners()

/** Called when marks were stored, sent or removed in this tab. */
export const notifyMarks = notify

addEventListener('storage', ({ key }) => {
  if (isMarksKey(key)) notifyMarks()
})

const isFull = (list: unknown) => Array.isArray(list) && list.length > 0

/** Whether the portal still has to hear of stored marks, or of a part of them; their form is in phone-marks-schema.ts. */
function wait(text: string): boolean {
  try {
    const { state, taps, present, notRecorded, corrections, newcomers }: Record<string, unknown> = Object(
      JSON.parse(text),
    )
    return state === 'saved' || state === 'refused' || [taps, present, notRecorded, corrections, newcomers].some(isFull)
  } catch {
    return false
  }
}

/** Removes all marks but those that wait, of whomever. */
export function dropSettledMarks() {
  for (const name of storageKeys()) if (!wait(localStorage.getItem(name) ?? '')) localStorage.removeItem(name)
  notifyMarks()
}

const markedBy = () => [...new Set(storageKeys().map((name) => name.split(' ')[1]))].join(' ')

/** The ids of users with marks on this device, separated by spaces. */
export const useMarkedBy = (): string => useSyncExternalStore(subscribe, markedBy)

const markerPrefix = 'marker '

/** Remembers the name of a user with marks here for the sign-in page, and removes names without marks. */
export function rememberMarker({ _id, username }: { _id: string; username: string }, marked: string) {
  const users = new Set(marked.split(' '))
  if (users.has(_id)) store(markerPrefix + _id, username)
  for (const name of Object.keys(localStorage))
    if (name.startsWith(markerPrefix) && !users.has(name.slice(markerPrefix.length))) localStorage.removeItem(name)
}

/** The name of a user with marks on this device, if it was stored. */
export const markerOf = (user: string): string | null => localStorage.getItem(markerPrefix + user)
