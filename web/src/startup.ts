/**
 * Runs before everything else, while the screens' code is loading: shows the frame of the portal (index.html) in the
 * right colours, and starts loading the code of what is opened.
 */

import { loadScreens, loadSignIn, startsAtSignIn } from './opening.ts'
import { keys } from './platform/client/tokens.ts'
import { startsCollapsed } from './platform/shell/menu-width.ts'
import { applyRowHeight } from './platform/shell/row-height.ts'
import { applyTheme, prefersDark } from './platform/shell/theme-scope.ts'
import { loadPortal } from './portal-code.ts'

applyTheme(prefersDark())
applyRowHeight()
// Whoever opens the page reports a failure.
const begin = (code: Promise<unknown>) => void code.catch(() => undefined)
begin(startsAtSignIn() ? loadSignIn() : loadScreens())
if (localStorage.getItem(keys.access)) {
  document.documentElement.dataset.opening = startsCollapsed() ? 'collapsed' : 'open'
  begin(loadPortal())
}
