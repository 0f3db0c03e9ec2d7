/** Shows a number on the icon of an installed portal; none for 0. Where there is no such icon nothing happens. */
export function showBadge(count: number) {
  if (!('setAppBadge' in navigator)) return
  const shown = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  // The phone may not allow it.
  shown.catch(() => undefined)
}
