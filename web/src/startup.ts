/**
 * Runs before everything else, while the screens' code is loading: shows the frame of the portal (index.html) in the
 * right colours, and starts loading the code of what is opened.
 */

import { everyVisit, firstPageAt } from './first-pages.ts'
import { loadScreens, loadSignIn, startsAtSignIn } from './opening.ts'
import { askEarly } from './platform/client/answers/early.ts'
import { keepRoomAsBefore } from './platform/client/config/played.ts'
import { couldBefore } from './platform/client/session/rights.ts'
import { keys } from './platform/client/session/tokens.ts'
import { startsCollapsed } from './platform/shell/menu/menu-width.ts'
import { applyRowHeight } from './platform/shell/row-height.ts'
import { applyTheme, prefersDark } from './platform/shell/theme-scope.ts'
import { loadPortal } from './portal-code.ts'
import { parseSearch } from './rewrite.ts'

applyTheme(prefersDark())
applyRowHeight()
keepRoomAsBefore()
// Whoever opens the page reports a failure.
const begin = (code: Promise<unknown>) => void code.catch(() => undefined)
begin(startsAtSignIn() ? loadSignIn() : loadScreens())
const token = localStorage.getItem(keys.access)
if (token) {
  document.documentElement.dataset.opening = startsCollapsed() ? 'collapsed' : 'open'
  begin(loadPortal())
  const page = firstPageAt(location.pathname)
  const isTheirs = page !== undefined && couldBefore(page.may)
  if (isTheirs) begin(page.load())
  const first = isTheirs && page.first(parseSearch(location.search))
  for (const call of [...everyVisit, first]) if (call) askEarly(token, call)
}
