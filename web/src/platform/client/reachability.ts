/** Whether the portal answered the last call; shows as 'no signal' on the screens. */
import { useSyncExternalStore } from 'react'

let reached = true
const listeners = new Set<() => void>()

/** Called by the client after each call, and when the browser goes offline. */
export function setReached(next: boolean) {
  if (next === reached) return
  reached = next
  for (const listener of [...listeners]) listener()
}

export const isReached = (): boolean => reached

/** Calls back on every change; returns the unsubscribe function. */
export function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useReached = (): boolean => useSyncExternalStore(onReach, isReached)
