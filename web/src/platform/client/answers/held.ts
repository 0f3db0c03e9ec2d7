/** Answers that wait to be shown, because somebody is busy with what is there. */
import { useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'

export interface Held {
  /** How many rows differ from those shown. */
  changes: number
  show: () => void
}

const held = new Map<string, Held>()
const { notify, subscribe } = listeners()

/** Sets what waits for the answer of a call, by its address; undefined when nothing does. */
export function setHeld(address: string, next: Held | undefined) {
  if (next) held.set(address, next)
  else if (!held.delete(address)) return
  notify()
}

export const useHeld = (address: string): Held | undefined => useSyncExternalStore(subscribe, () => held.get(address))
