/** Where the device remembers whether the side menu is collapsed. */
export const menuKey = 'menu-collapsed'

/** What was chosen on this device; until then, collapsed where the window is narrow. */
export function startsCollapsed(): boolean {
  const chosen = localStorage.getItem(menuKey)
  return chosen ? chosen === 'true' : matchMedia('(width < 1200px)').matches
}
