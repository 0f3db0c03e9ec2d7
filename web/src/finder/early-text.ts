/** Milliseconds after which the keys are the page's again: the search has not come, without signal say. */
const longest = 2000

let text = ''
let entered: 'open' | 'sell' | undefined
let end = 0

function collect(event: KeyboardEvent) {
  if (performance.now() > end || event.key === 'Escape') return leaveEarlyText()
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
  if (!isLetter && event.key !== 'Backspace' && event.key !== 'Enter') return
  event.preventDefault()
  event.stopPropagation()
  // Of the press that opened it, which is held down.
  if (event.repeat && event.key === 'Enter') return
  entered = undefined
  if (event.key === 'Enter') entered = event.shiftKey ? 'sell' : 'open'
  else text = isLetter ? text + event.key : text.slice(0, -1)
}

/** Keeps what is typed from now on from the page, until the search is there to take it. */
export function collectEarlyText() {
  end = performance.now() + longest
  addEventListener('keydown', collect, true)
}

/** What was typed before the search was there. */
export const earlyText = (): string => text

/** What Enter after it is to do with the first match; undefined where it was not pressed. */
export const earlyEnter = (): typeof entered => entered

/** The keys are no longer kept from anyone. */
export function leaveEarlyText() {
  removeEventListener('keydown', collect, true)
  text = ''
  entered = undefined
}
