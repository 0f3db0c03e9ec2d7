/** Light or dark mode, remembered on the device; until chosen, the device's preference. */
import { useSyncExternalStore } from 'react'
import { listeners } from '../client/listeners.ts'
import { store } from '../client/session/storage.ts'
import { prefersDark, themeKey } from './theme-scope.ts'

const { notify, subscribe } = listeners()

/** Read once: every button of a list asks for it. */
let isDark = prefersDark()

function look() {
  isDark = prefersDark()
  notify()
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', look)

export function chooseDark(dark: boolean) {
  store(themeKey, dark ? 'dark' : 'light')
  look()
}

export const useDark = (): boolean => useSyncExternalStore(subscribe, () => isDark)

/** Follows a media query, with the right value from the first render. */
function mediaHook(query: string): () => boolean {
  const list = matchMedia(query)
  const follow = (listener: () => void) => {
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(follow, () => list.matches)
}

/** From the width of a small tablet, and of a large one. */
export const useFromSm = mediaHook('(width >= 576px)')
export const useFromMd = mediaHook('(width >= 768px)')
/** Wide enough for a list and what is chosen of it side by side. */
export const useFromXl = mediaHook('(width >= 1200px)')
/** A touch screen, or as narrow as a phone. */
export const useTouch = mediaHook('(pointer: coarse), (width < 768px)')
/** High and wide enough for a dialog beside the page. */
export const useRoomy = mediaHook('(width >= 768px) and (height >= 500px)')
