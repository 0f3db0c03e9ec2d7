/** Puts an open popover above its button, inside the window. */
export function placeAbove(box: HTMLElement | null, button: HTMLElement | null) {
  if (!box?.matches(':popover-open') || !button) return
  const at = button.getBoundingClientRect()
  box.style.top = `${Math.max(8, at.top - box.offsetHeight - 4)}px`
  box.style.left = `${Math.max(8, at.right - box.offsetWidth)}px`
}
