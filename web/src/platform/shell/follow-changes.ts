/** What goes and comes on a page, for whoever works with the keys or hears it. */
import { rememberFocus } from './focus-return.ts'

/**
 * With the keys one goes on at the heading of the page that came, which a screen reader then says, or beside what is gone or
 * cannot be pressed any more. Answers the function that ends it.
 */
export function followChanges(): () => void {
  // Whoever points needs no focus to go on from.
  let isPointing = false
  let last: Element | undefined
  let path = location.pathname
  let heading: HTMLElement | null = null

  function note({ type, target }: Event) {
    if (type === 'focusin') last = target instanceof Element ? target : undefined
    else isPointing = type === 'pointerdown'
  }
  function follow() {
    const before = heading
    heading = document.querySelector('h1')
    if (heading) heading.tabIndex = -1
    const isNewPage = heading !== before && location.pathname !== path
    if (isNewPage) path = location.pathname
    if (isPointing) return
    const { activeElement } = document
    // A field of the page that took the focus, or a question over it, keeps it.
    if (isNewPage && !activeElement?.closest('main, [role="dialog"]')) heading?.focus({ preventScroll: true })
    const isGone = last && (!last.isConnected || last.matches(':disabled'))
    if (!isGone || document.activeElement !== document.body) return
    rememberFocus()()
    if (document.activeElement?.id === 'content') heading?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(follow)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  const noted = ['focusin', 'pointerdown', 'keydown']
  for (const type of noted) addEventListener(type, note, true)
  follow()
  return () => {
    observer.disconnect()
    for (const type of noted) removeEventListener(type, note, true)
  }
}
