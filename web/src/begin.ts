/**
 * Runs before everything else, while the screens' code is still on its way: shows the frame of the portal (index.html)
 * in the right colours and has its code fetched at once, where somebody is signed in.
 */

import { keys } from './platform/client/tokens.ts'
import { menuKey } from './platform/shell/menu-width.ts'
import { applyTheme, prefersDark } from './platform/shell/theme-scope.ts'

applyTheme(prefersDark())
if (localStorage.getItem(keys.access)) {
  document.documentElement.dataset.opening = localStorage.getItem(menuKey) === 'true' ? 'collapsed' : 'open'
  // A failure is told by whoever opens the page.
  import('./Portal.tsx').catch(() => undefined)
}
