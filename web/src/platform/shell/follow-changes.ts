/** What goes and comes on a page, for whoever works with the keys or hears it. */
import { rememberFocus } from './focus-return.ts'

/**
 * With the keys one goes on beside what is gone or cannot be pressed any more, or at the heading of the page that came; where the
 * focus stays, as in the menu, a screen reader says which page it is. Answers the function that ends it.
 */
export function followChanges(): () => void {
  const said = document.createElement('div')
  said.role = 'status'
  said.className = 'visually-hidden'
  document.body.append(said)
  // Whoever points needs no focus to go on from.
  let isPointing = false
  let last: Element | undefined
  let heading = document.querySelector('h1')

  function note({ type, target }: Event) {
    if (type === 'focusin') last = target instanceof Element ? target : undefined
    else isPointing = type === 'pointerdown'
  }
  function goOn() {
    const isGone = last && (!last.isConnected || last.matches(':disabled'))
    if (!isGone || isPointing || document.activeElement !== document.body) return
    rememberFocus()()
    if (document.activeElement?.id !== 'content' || !heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    const before = heading
    heading = document.querySelector('h1')
    goOn()
    if (heading && heading !== before) said.textContent = document.activeElement === heading ? '' : heading.textContent
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  const noted = ['focusin', 'pointerdown', 'keydown']
  for (const type of noted) addEventListener(type, note, true)
  return () => {
    observer.disconnect()
    for (const type of noted) removeEventListener(type, note, true)
    said.remove()
  }
}
