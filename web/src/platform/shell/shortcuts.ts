import { useEffect } from 'react'
import { isCovered } from './layers.ts'

const fields = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]'

/** '/' goes to the search of the page, '?' tells the keys; both are letters where something is typed. */
export function useShortcuts(onHelp: () => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event
      if ((key !== '/' && key !== '?') || event.ctrlKey || event.metaKey || event.altKey || isCovered()) return
      if (target instanceof Element && target.closest(fields)) return
      event.preventDefault()
      if (key === '?') return onHelp()
      document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [onHelp])
}
