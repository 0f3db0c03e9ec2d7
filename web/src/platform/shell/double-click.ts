/**
 * The second click of a double click goes to the same control as the first or to nothing: if a dialog opened or closed
 * in between, it would otherwise hit whatever is under the pointer now.
 */

const controls = 'a, button, input, select, textarea, label, summary, tr, [role], [tabindex]'
/** How soon and how near a second tap counts as a double tap, where the browser does not count taps. */
const doubleTapMs = 300
const nearPx = 16

let first: { control: Element | null; at: number; x: number; y: number } | undefined
let isTouch = false
let isStray = false

const controlOf = (event: MouseEvent): Element | null =>
  event.target instanceof Element ? (event.target.closest(controls) ?? event.target) : null

function isSecond(event: MouseEvent): boolean {
  if (!first) return false
  if (event.detail > 1) return true
  const isNear = Math.abs(event.clientX - first.x) < nearPx && Math.abs(event.clientY - first.y) < nearPx
  return isTouch && isNear && event.timeStamp - first.at < doubleTapMs
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}

function press(event: MouseEvent) {
  const control = controlOf(event)
  isStray = isSecond(event) && control !== first?.control
  if (isStray) swallow(event)
  else first = { control, at: event.timeStamp, x: event.clientX, y: event.clientY }
}

const release = (event: MouseEvent) => {
  // A click without a pointer press comes from the keyboard or from code.
  if (isStray && event.detail > 0) swallow(event)
}

/** Typing or scrolling in between starts anew. */
const forget = () => {
  first = undefined
}

/** To be called once, before anything else listens. */
export function guardDoubleClicks() {
  addEventListener('pointerdown', ({ pointerType }) => (isTouch = pointerType === 'touch'), true)
  addEventListener('mousedown', press, true)
  for (const name of ['keydown', 'input', 'scroll'] as const) addEventListener(name, forget, true)
  for (const name of ['mouseup', 'click', 'dblclick'] as const) addEventListener(name, release, true)
}
