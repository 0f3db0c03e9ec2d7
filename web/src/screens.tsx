/** All pages but the sign-in page of a first visit, and what goes on beside them. */
import './platform/client/zod-config.ts'
import { RouterProvider } from '@tanstack/react-router'
import { beginSession, refreshRights, unauthorized } from './auth/guard.ts'
import { confirmAgain, RenewalOutlet, signInAgain } from './auth/renewal.tsx'
import { safeNext, signInPath } from './auth/safe-next.ts'
import { onRefused, onSessionLost, onSessionOver, onUnconfirmed, regain } from './platform/client/client.ts'
import { refreshConfig } from './platform/client/config/load-config.ts'
import { home } from './platform/client/session/home.ts'
import { currentUser, endSession, hasToken, onSignedOutElsewhere, onSignIn } from './platform/client/session/session.ts'
import { watchToday } from './platform/client/today.ts'
import { DownloadOutlet } from './platform/feedback/DownloadOutlet.tsx'
import { arrival } from './platform/shell/layers.ts'
import { beginPage, loadPage, router } from './routes.tsx'

router.history.block({
  blockerFn: () => arrival().then(() => false),
  enableBeforeUnload: false,
})

const toSignIn = () =>
  router.navigate({ to: signInPath, search: { next: safeNext(router.state.location.href) }, ignoreBlocker: true })

onSessionLost(() => {
  // Several calls may find the same session expired; the first one signs out.
  if (!hasToken()) return
  unauthorized()
  void toSignIn()
})
onSessionOver(signInAgain)
onUnconfirmed(confirmAgain)
onSignedOutElsewhere(async () => {
  if (await regain()) return
  endSession()
  void toSignIn()
})
// Unsaved work belongs to the first user: they sign in again, or the tab becomes the other's.
onSignIn(async (next) => {
  const { _id } = currentUser() ?? next
  if (_id !== next._id && !(await regain())) location.reload()
})
onRefused(refreshRights)
// Profile, configuration, code and rows are requested in parallel.
if (hasToken()) {
  beginSession()
  beginPage()
}
watchToday(() => void refreshConfig())

/** Fetches the code of the page that sign-in will lead to. */
export const prepare = (to: string | undefined) => loadPage(to ?? home())

/** Opens a page for who has just signed in; it can be shown when the promise settles. */
export async function enter(to: string | undefined) {
  if (to) router.history.replace(to)
  else router.history.replace(router.buildLocation({ to: home() }).publicHref)
  router.updateLatestLocation()
  beginPage()
  await router.load()
}

export const Screens = () => (
  <>
    <RenewalOutlet />
    <DownloadOutlet />
    <RouterProvider router={router} />
  </>
)
