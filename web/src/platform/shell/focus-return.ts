/**
 * Where the focus was, so that it can return there when a dialog closes: also when what opened the dialog was an entry
 * of a menu that is gone, or a row that was drawn anew or deleted. Then the nearest thing that is still there gets it.
 */
import { useEffect, useRef } from 'react'

/** An element that had the focus, and its place in the page. */
interface Stop {
  element: HTMLElement
  /** From the inside out: each parent and the place within it. */
  places: readonly { parent: Element; index: number }[]
}

const remembered = 12
const content = 'content'
let trail: readonly Stop[] = []

function placesOf(element: Element): Stop['places'] {
  const places: { parent: Element; index: number }[] = []
  for (let child = element; child.parentElement; child = child.parentElement)
    places.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) })
  return places
}

addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement) || target.tabIndex < 0) return
  const others = trail.filter(({ element }) => element !== target)
  trail = [...others, { element: target, places: placesOf(target) }].slice(-remembered)
})

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])'

/** Tries to give the focus to an element; false when it cannot have it. */
function give(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement) || !element.isConnected || !element.checkVisibility()) return false
  element.focus({ preventScroll: true })
  return document.activeElement === element
}

/** The first thing in an element that takes the focus. */
const giveWithin = (element: Element | undefined): boolean =>
  element !== undefined &&
  (give(element.matches(focusable) ? element : null) || [...element.querySelectorAll(focusable)].some(give))

/** What stands now where it stood, or right beside it. */
function giveBeside({ places }: Stop): boolean {
  for (const { parent, index } of places) {
    if (parent === document.body) return false
    if (parent.id === content) return give(parent)
    if (!parent.isConnected || !parent.checkVisibility()) continue
    const { children } = parent
    if (giveWithin(children[Math.min(index, children.length - 1)]) || giveWithin(parent)) return true
  }
  return false
}

const isLost = () => {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || !activeElement.checkVisibility()
}

const watchedMs = 5_000

/** What a dialog changed is read again once it is gone: the row that has the focus may be drawn anew then, or go. */
function watch() {
  const observer = new MutationObserver(() => {
    const last = trail.at(-1)
    if (last && !last.element.isConnected && isLost()) giveBeside(last)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), watchedMs)
}

/** Remembers where the focus is; gives it back there unless somebody else took it meanwhile. */
export function rememberFocus(): () => void {
  const before = trail.toReversed()
  return () => {
    watch()
    if (!isLost()) return
    if (before.some((stop) => give(stop.element) || giveBeside(stop))) return
    give(document.getElementById(content))
  }
}

/** The same for what a component opens; to be called once it has closed, where it does not leave the page with that. */
export function useFocusReturn(open: boolean): () => void {
  const giveBack = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (!open) return
    giveBack.current = rememberFocus()
    // Of a component that is taken away while open; what closes by moving out of sight calls this itself.
    return () => void setTimeout(() => giveBack.current())
  }, [open])
  return () => giveBack.current()
}
