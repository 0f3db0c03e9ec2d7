/** Light or dark, remembered on the device; until chosen, as the device prefers. */
import { useSyncExternalStore } from 'react'
import { store } from '../client/storage.ts'
import { prefersDark, themeKey, themeScope } from './theme-scope.ts'

const listeners = new Set<() => void>()

/** Read once: every button of a list asks for it. */
let isDark = prefersDark()

function look() {
  isDark = prefersDark()
  for (const listener of listeners) listener()
}
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', look)

export function chooseDark(dark: boolean) {
  store(themeKey, dark ? 'dark' : 'light')
  look()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useDark = (): boolean => useSyncExternalStore(subscribe, () => isDark)

/** The class of plain elements that wear antd's look. */
export const useThemeScope = (): string => themeScope(useDark())

/** Follows a media query, right from the first drawing on. */
function mediaHook(query: string): () => boolean {
  const list = matchMedia(query)
  const follow = (listener: () => void) => {
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(follow, () => list.matches)
}

/** Whether the person asked for less motion. */
export const useStill = mediaHook('(prefers-reduced-motion: reduce)')

/** From antd's `sm` and `md` up: no longer a narrow phone, no longer a phone. antd's own hook draws everything twice. */
export const useFromSm = mediaHook('(width >= 576px)')
export const useFromMd = mediaHook('(width >= 768px)')
/** Fingers instead of a mouse, or so narrow that it is a phone all the same. */
export const useTouch = mediaHook('(pointer: coarse), (width < 768px)')
/** High and wide enough for a dialog beside the page. */
export const useRoomy = mediaHook('(width >= 768px) and (height >= 500px)')
