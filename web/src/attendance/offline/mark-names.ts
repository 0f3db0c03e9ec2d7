/** Where marks stand in the browser's storage, known to the frame of every page without what reads them. */
import { useSyncExternalStore } from 'react'
import { store } from '../../platform/client/storage.ts'

const prefix = 'marks '

export const nameOf = (user: string, session: string): string => `${prefix}${user} ${session}`
export const markNames = (): string[] => Object.keys(localStorage).filter((name) => name.startsWith(prefix))
export const isMarkName = (name: string | null): boolean => name === null || name.startsWith(prefix)

const listeners = new Set<() => void>()

/** Said when marks were kept, sent or forgotten in this tab. */
export function tellMarks() {
  for (const listener of [...listeners]) listener()
}

addEventListener('storage', ({ key }) => {
  if (isMarkName(key)) tellMarks()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const markedBy = () => [...new Set(markNames().map((name) => name.split(' ')[1]))].join(' ')

/** The ids of the users who have marks on this device, with a space between them. */
export const useMarkedBy = (): string => useSyncExternalStore(subscribe, markedBy)

const markerPrefix = 'marker '

/** Notes who has marks here, so that the sign-in page can say whose they are; forgets who has none any more. */
export function noteMarker({ _id, username }: { _id: string; username: string }, marked: string) {
  const users = new Set(marked.split(' '))
  if (users.has(_id)) store(markerPrefix + _id, username)
  for (const name of Object.keys(localStorage))
    if (name.startsWith(markerPrefix) && !users.has(name.slice(markerPrefix.length))) localStorage.removeItem(name)
}

/** The name of a user who has marks on this device, if it was noted. */
export const markerOf = (user: string): string | null => localStorage.getItem(markerPrefix + user)
