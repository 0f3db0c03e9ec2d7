/**
 * What lies over the page and takes it over: dialogs and drawers, the topmost last. The page and what lies below the
 * topmost are inert meanwhile: no press, no focus and no screen reader reaches them.
 */

interface Overlay {
  element: HTMLElement
  /** Opens above the others whenever it opens. */
  above: boolean
  /** What Escape does. */
  escape: () => void
}

let overlays: readonly Overlay[] = []

function arrange(next: readonly Overlay[]) {
  overlays = next.toSorted((one, other) => Number(one.above) - Number(other.above))
  const top = overlays.at(-1)
  for (const overlay of overlays) overlay.element.inert = overlay !== top
  document.getElementById('root')?.toggleAttribute('inert', top !== undefined)
  const page = document.documentElement
  // Whether the scroll bar, now away, takes a place of its own; where it lies over the page there is none to keep.
  const hasBar = innerWidth > page.clientWidth
  if (top) page.dataset.held = hasBar ? 'bar' : 'page'
  else delete page.dataset.held
}

/** Returns the function that takes it away. */
export function putOver(overlay: Overlay): () => void {
  arrange([...overlays, overlay])
  return () => arrange(overlays.filter((other) => other !== overlay))
}

/** Escape belongs to these first: a list that a field has opened, the finder. */
const first = '[role="combobox"][aria-expanded="true"], dialog'
let isTheirs = false

addEventListener(
  'keydown',
  ({ target }) => {
    isTheirs = target instanceof Element && target.closest(first) !== null
  },
  true,
)
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented && !isTheirs) overlays.at(-1)?.escape()
})
