/**
 * Remembers where the focus was, so that it can return when a dialog closes, even when its opener was a menu entry that
 * is gone or a row that was redrawn or deleted: then the nearest remaining element gets it.
 */
import { useEffect, useRef } from 'react'

/** An element that had the focus, and its position in the page. */
interface FocusPosition {
  element: HTMLElement
  /** What was focused by hand: the element itself, or the one that is gone and for which it stands in. */
  meant: HTMLElement
  /** From the inside out: each parent and the index within it. */
  places: readonly { parent: Element; index: number }[]
}

const remembered = 12
const content = 'content'
let history: readonly FocusPosition[] = []

function placesOf(element: Element): FocusPosition['places'] {
  const places: { parent: Element; index: number }[] = []
  for (let child = element; child.parentElement; child = child.parentElement)
    places.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) })
  return places
}

addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement) || target.tabIndex < 0) return
  const others = history.filter(({ element }) => element !== target)
  history = [...others, { element: target, meant: target, places: placesOf(target) }].slice(-remembered)
})

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])'

/** Tries to focus an element; false when it cannot be focused. */
function tryFocus(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || !element.isConnected || !element.checkVisibility()) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** Focuses the first focusable element inside. */
const focusWithin = (element: Element | undefined): boolean =>
  element !== undefined &&
  (tryFocus(element.matches(focusable) ? element : null) || [...element.querySelectorAll(focusable)].some(tryFocus))

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/** Focuses the control of the same name: who goes through what waits does the same with the next one. */
const focusAlike = (element: Element, within: Element | undefined): boolean =>
  [...(within?.querySelectorAll(element.tagName) ?? [])].some(
    (other) => nameOf(element) !== '' && nameOf(other) === nameOf(element) && tryFocus(other),
  )

/** Focuses what is now at the same position, or beside it. */
function focusBeside({ meant, places }: FocusPosition): boolean {
  for (const { parent, index } of places) {
    if (parent === document.body) return false
    if (parent.id === content) return tryFocus(parent)
    if (!parent.isConnected || !parent.checkVisibility()) continue
    const { children } = parent
    const there = children[Math.min(index, children.length - 1)]
    if (focusAlike(meant, there) || focusWithin(there) || focusWithin(parent)) {
      const last = history.at(-1)
      if (last?.element === document.activeElement) last.meant = meant
      return true
    }
  }
  return false
}

const isLost = () => {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || !activeElement.checkVisibility()
}

const watchedMs = 5_000

/** Rows are read again after a dialog closes: the focused row may then be redrawn or removed. */
function watch() {
  const observer = new MutationObserver(() => {
    const last = history.at(-1)
    if (last && !last.element.isConnected && isLost()) focusBeside(last)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), watchedMs)
}

/** Remembers the focus; the returned function restores it unless it was moved meanwhile. */
export function rememberFocus(): () => void {
  const before = history.toReversed()
  return () => {
    watch()
    if (!isLost()) return
    if (before.some((stop) => tryFocus(stop.element) || focusBeside(stop))) return
    tryFocus(document.getElementById(content))
  }
}

/** The same for a component that opens something; call the result after closing, if the component stays mounted. */
export function useFocusReturn(open: boolean): () => void {
  const giveBack = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (!open) return
    giveBack.current = rememberFocus()
    // For a component unmounted while open; one that closes by hiding calls this itself.
    return () => void setTimeout(() => giveBack.current())
  }, [open])
  return () => giveBack.current()
}
