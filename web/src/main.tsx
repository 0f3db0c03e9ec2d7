import './zod-config.ts'
import './ui/look/tokens.css'
import './ui/look/base.css'
import './app.css'
import './focus.css'
import './touch.css'
import './ui/look/print.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { beginSession, loadConfig, refreshConfig, refreshRights, unauthorized } from './auth/guard.ts'
import { confirmAgain, RenewalOutlet, signInAgain } from './auth/renewal.tsx'
import { safeNext, signInPath } from './auth/safe-next.ts'
import { errorMessage } from './platform/client/api-error.ts'
import { onRefused, onSessionLost, onSessionOver, onUnconfirmed, regain } from './platform/client/client.ts'
import { currentUser, endSession, hasToken, onSignedOutElsewhere, onSignIn } from './platform/client/session.ts'
import { watchToday } from './platform/client/today.ts'
import { DownloadOutlet } from './platform/feedback/DownloadOutlet.tsx'
import { NoticeOutlet, notice } from './platform/feedback/notices.tsx'
import { useDark } from './platform/shell/appearance.ts'
import { guardDoubleClicks } from './platform/shell/double-click.ts'
import { arrival } from './platform/shell/layers.ts'
import { applyTheme } from './platform/shell/theme-scope.ts'
import { beginPage, router } from './routes.tsx'
import { watchTips } from './ui/first/tips.ts'
import './attendance/offline/session-end.ts'

guardDoubleClicks()
watchTips()
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
loadConfig().catch((error) => {
  // With a session the guard reports the failure.
  if (!hasToken()) notice.error(errorMessage(error))
})
watchToday(() => void refreshConfig())

function Academy() {
  const dark = useDark()
  useLayoutEffect(() => applyTheme(dark), [dark])
  return (
    <>
      <NoticeOutlet />
      <RenewalOutlet />
      <DownloadOutlet />
      <RouterProvider router={router} />
    </>
  )
}

const place = document.getElementById('root')
if (place)
  createRoot(place).render(
    <StrictMode>
      <Academy />
    </StrictMode>,
  )
