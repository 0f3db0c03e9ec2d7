/**
 * Runs before everything else, while the screens' code is loading: shows the frame of the portal (index.html) in the
 * right colours, and starts loading its code if somebody is signed in.
 */

import { keys } from './platform/client/tokens.ts'
import { startsCollapsed } from './platform/shell/menu-width.ts'
import { applyRowHeight } from './platform/shell/row-height.ts'
import { applyTheme, prefersDark } from './platform/shell/theme-scope.ts'

applyTheme(prefersDark())
applyRowHeight()
if (localStorage.getItem(keys.access)) {
  document.documentElement.dataset.opening = startsCollapsed() ? 'collapsed' : 'open'
  // Whoever opens the page reports a failure.
  import('./Portal.tsx').catch(() => undefined)
}
