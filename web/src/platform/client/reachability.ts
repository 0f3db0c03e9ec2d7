/** Whether the portal answered the last call; shows as 'no signal' on the screens. */
import { useSyncExternalStore } from 'react'
import { listeners } from './listeners.ts'

let reached = true
const { notify, subscribe } = listeners()

/** Called by the client after each call, and when the browser goes offline. */
export function setReached(next: boolean) {
  if (next === reached) return
  reached = next
  notify()
}

export const isReached = (): boolean => reached

/** Calls back on every change; returns the unsubscribe function. */
export const onReach = subscribe

export const useReached = (): boolean => useSyncExternalStore(onReach, isReached)
