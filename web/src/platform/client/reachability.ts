/** Whether the portal answered the last call: what tells the screens that there is no signal. */
import { useSyncExternalStore } from 'react'

let reached = true
const listeners = new Set<() => void>()

/** Said by the client after each call, and by the browser when it loses its network. */
export function tellReach(next: boolean) {
  if (next === reached) return
  reached = next
  for (const listener of [...listeners]) listener()
}

export const isReached = (): boolean => reached

/** Calls back on every change; answers how to stop. */
export function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useReached = (): boolean => useSyncExternalStore(onReach, isReached)
