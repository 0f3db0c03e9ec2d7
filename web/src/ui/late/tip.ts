/** Draws the one tip there is at a time; see first/tips.ts. */
import './tip.css'

const tip = document.createElement('div')
tip.id = 'tip'
tip.className = 'tip'
tip.role = 'tooltip'
// Over whatever else lies over the page.
tip.popover = 'manual'

/** It stands in its owner's, for who reads by landmarks. */
const landmarks = 'main, header, nav, aside, footer, dialog, [role="dialog"]'

const gap = 6
const edge = 8

let owner: HTMLElement | undefined

/** Above its owner, below where there is no room. */
function place() {
  if (!owner) return
  const at = owner.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = tip
  const above = at.top - offsetHeight - gap
  const left = at.left + (at.width - offsetWidth) / 2
  tip.style.top = `${above < edge ? at.bottom + gap : above}px`
  tip.style.left = `${Math.max(edge, Math.min(left, innerWidth - offsetWidth - edge))}px`
}

function takeAway() {
  tip.remove()
  changes.disconnect()
  if (owner?.getAttribute('aria-describedby') === tip.id) owner.removeAttribute('aria-describedby')
  owner = undefined
}

/** Its owner may be drawn anew with another reason, or without one. */
const changes = new MutationObserver(() => {
  if (!owner?.isConnected || !owner.dataset.tip) takeAway()
  else if (tip.textContent !== owner.dataset.tip) {
    tip.textContent = owner.dataset.tip
    place()
  }
})

/** Shows the tip of this element instead of any other; without one, none. */
export function showTip(next: HTMLElement | undefined) {
  if (next === owner) return
  takeAway()
  if (!next?.isConnected || !next.dataset.tip) return
  owner = next
  tip.textContent = next.dataset.tip
  const landmark = next.closest(landmarks) ?? document.body
  landmark.append(tip)
  tip.showPopover()
  if (!next.hasAttribute('aria-describedby')) next.setAttribute('aria-describedby', tip.id)
  place()
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-tip'] })
}

addEventListener('scroll', place, { capture: true, passive: true })
addEventListener('resize', place)
