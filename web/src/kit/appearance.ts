/** Light or dark, remembered on the device; until chosen, as the device prefers. */
import { useSyncExternalStore } from 'react'

const key = 'theme'
const listeners = new Set<() => void>()

const isDark = (): boolean => {
  const chosen = localStorage.getItem(key)
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

export function chooseDark(dark: boolean) {
  localStorage.setItem(key, dark ? 'dark' : 'light')
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  const device = matchMedia('(prefers-color-scheme: dark)')
  device.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    device.removeEventListener('change', listener)
  }
}

const stillness = matchMedia('(prefers-reduced-motion: reduce)')
const subscribeStillness = (listener: () => void) => {
  stillness.addEventListener('change', listener)
  return () => stillness.removeEventListener('change', listener)
}

/** Whether the person asked for less motion. */
export const useStill = (): boolean => useSyncExternalStore(subscribeStillness, () => stillness.matches)

export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark)
