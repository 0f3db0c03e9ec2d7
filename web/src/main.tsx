import './ui/look/tokens.css'
import './ui/look/base.css'
import './app.css'
import './focus.css'
import './touch.css'
import './ui/look/forced-colors.css'
import './ui/look/print.css'
import { StrictMode, useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { safeNext, signInPath } from './auth/safe-next.ts'
import { Everywhere } from './Everywhere.tsx'
import { loadScreens, loadSignIn, startsAtSignIn } from './opening.ts'
import { errorMessage } from './platform/client/api-error.ts'
import { loadConfig } from './platform/client/config/load-config.ts'
import { lazyComponent } from './platform/client/loading/lazy.ts'
import { endSession, hasToken } from './platform/client/session/session.ts'
import { NoticeOutlet, notice } from './platform/feedback/notices.tsx'
import { useDark } from './platform/shell/appearance.ts'
import { guardDoubleClicks } from './platform/shell/double-click.ts'
import { applyTheme } from './platform/shell/theme-scope.ts'
import { loadPortal } from './portal-code.ts'
import { watchTips } from './ui/first/tips.ts'
import './attendance/offline/session-end.ts'

guardDoubleClicks()
watchTips()
loadConfig().catch((error) => {
  // With a session the guard reports the failure.
  if (!hasToken()) notice.error(errorMessage(error))
})

const Screens = lazyComponent(async () => ({ default: (await loadScreens()).Screens }))
const SignIn = lazyComponent(async () => ({ default: (await loadSignIn()).SignIn }))

/**
 * Where sign-in leads, by the address; any page but that of sign-in itself is refused first, and opened after it. Whoever
 * comes to the front door asked for nothing yet, and is told nothing.
 */
function refused(): string | undefined {
  const { pathname, search, hash } = location
  const path = pathname.replace(/^\/portal(?=\/|$)|\/+$/g, '')
  if (path === signInPath) return safeNext(new URLSearchParams(search).get('next') ?? undefined)
  endSession()
  const isAsked = path !== ''
  if (isAsked) notice.error('Unauthorized')
  const next = isAsked ? safeNext(pathname + search + hash) : undefined
  history.replaceState(null, '', next ? `${signInPath}?${new URLSearchParams({ next })}` : signInPath)
  return next
}

const isOutside = startsAtSignIn()
const next = isOutside ? refused() : undefined

async function enter(to: string | undefined) {
  await Screens.load()
  const screens = await loadScreens()
  await screens.enter(to)
}

/** What the first letter typed at sign-in fetches, so that the portal is there when it is let open. */
const prepare = () => {
  loadPortal().catch(() => undefined)
  loadScreens().then(
    (screens) => screens.prepare(next),
    () => undefined,
  )
}

function Academy() {
  const dark = useDark()
  useLayoutEffect(() => applyTheme(dark), [dark])
  const [isIn, setIn] = useState(!isOutside)
  async function go(to: string | undefined) {
    await enter(to)
    setIn(true)
  }
  return (
    <>
      <NoticeOutlet />
      {isIn ? (
        <Screens />
      ) : (
        <Everywhere>
          <SignIn next={next} go={go} onTyping={prepare} />
        </Everywhere>
      )}
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
