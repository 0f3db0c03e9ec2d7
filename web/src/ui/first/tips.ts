/**
 * An element with `data-tip` explains itself: on hover, on keyboard focus, and to a finger that presses it. Until then it
 * costs nothing, since a list has one in every row; what draws it is loaded with the first.
 */

const hoverMs = 100

let wanted: HTMLElement | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows the tip of an element, or takes away the one that is shown. */
function want(next: HTMLElement | undefined, afterMs = 0) {
  clearTimeout(timer)
  if (next === wanted) return
  timer = setTimeout(async () => {
    wanted = next
    try {
      const { showTip } = await import('../late/tip.ts')
      showTip(wanted)
    } catch {
      // Without signal it stays unexplained until the next time.
      wanted = undefined
    }
  }, afterMs)
}

const tipOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-tip]') ?? undefined) : undefined

/** A button may be disabled while it has the focus. */
const refusals = new MutationObserver(() => {
  const { activeElement } = document
  want(activeElement instanceof HTMLElement && activeElement.dataset.tip ? activeElement : undefined)
})

/** To be called once. */
export function watchTips() {
  addEventListener('pointerover', (event) => {
    // The pointer may move onto the tip.
    const isOnTip = event.target instanceof Element && event.target.closest('.tip') !== null
    // What has the focus goes on explaining itself while the pointer rests elsewhere.
    if (event.pointerType !== 'touch')
      want(isOnTip ? wanted : (tipOf(event.target) ?? tipOf(document.activeElement)), hoverMs)
  })
  addEventListener('focusin', (event) => {
    refusals.disconnect()
    if (event.target instanceof Element) refusals.observe(event.target, { attributeFilter: ['data-tip'] })
    want(tipOf(event.target))
  })
  addEventListener('focusout', () => want(undefined))
  addEventListener('click', (event) => want(tipOf(event.target)))
  addEventListener('keydown', ({ key }) => key === 'Escape' && want(undefined))
}
