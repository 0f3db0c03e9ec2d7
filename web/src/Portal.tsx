import { messages } from '@academy/contract/platform/messages.ts'
import { type ScreenPath, screenOf, screens } from '@academy/contract/screens.ts'
import { auth } from '@academy/contract/staff/auth.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { rememberMarker, storageKeys, useMarkedBy } from './attendance/offline/storage-keys.ts'
import { profileRead } from './auth/guard.ts'
import { FinderButton } from './finder/FinderButton.tsx'
import type { PageEntry } from './finder/pages.ts'
import { menu } from './menu.ts'
import { forgetPrefetched } from './platform/client/answers/prefetch.ts'
import { t } from './platform/client/i18n.ts'
import { whenIdle } from './platform/client/loading/idle.ts'
import { lazyComponent } from './platform/client/loading/lazy.ts'
import { queryClient } from './platform/client/query.ts'
import { isReached } from './platform/client/reachability.ts'
import { endSession, useSession } from './platform/client/session/session.ts'
import { useAction } from './platform/client/use-action.ts'
import { ask, prepareNotices } from './platform/feedback/notices.tsx'
import { SignalLine } from './platform/feedback/SignalLine.tsx'
import { hasUnsavedWork } from './platform/form/unsaved.ts'
import { settled } from './platform/shell/layers.ts'
import { MenuContext } from './platform/shell/menu/menu-context.ts'
import { isGroup, type Menu, visibleMenu } from './platform/shell/menu/menu-entry.ts'
import { Shell } from './platform/shell/Shell.tsx'
import { CodeIcon, ColourIcon, IdCardIcon } from './ui/first/icons.ts'

const PhoneLine = lazyComponent(() => import('./attendance/offline/PhoneLine.tsx'))
const Readiness = lazyComponent(() => import('./attendance/offline/ready/Readiness.tsx'))

/** Pages that stand in no menu, and are found by name where they may be seen. */
const besideMenu: readonly ScreenPath[] = [
  '/till',
  '/cash-close/evening',
  '/membership/create/adult',
  '/membership/create/kids',
  '/remind',
  '/brand',
  '/jobs',
]

/** The pages the finder offers beside members. */
const pagesOf = (seen: Menu, can: ReturnType<typeof useSession>['can']): PageEntry[] => [
  ...seen.flatMap((entry): PageEntry[] =>
    isGroup(entry) ? entry.items.map(({ label, path }) => ({ label, path, group: entry.label })) : [entry],
  ),
  { label: 'Profile', path: '/profile' },
  ...besideMenu.filter((path) => can(screenOf(path).may)).map((path) => ({ label: screenOf(path).title, path })),
  { label: 'API documentation', path: '/api-docs' },
]

/** After everything that a page opens with. */
const deferredMs = 3000

/** Begins what can wait until the page has opened; answers the function that ends it. */
function deferWork() {
  let stop = () => {}
  const begin = async () => {
    const { startDeferredWork } = await import('./deferred-work.ts')
    if (timer !== undefined) stop = startDeferredWork()
  }
  // Without signal, or after an update, the screens do without it.
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(() => void begin().catch(() => {}), deferredMs)
  return () => {
    clearTimeout(timer)
    timer = undefined
    stop()
  }
}

const readOffline = 'No signal. What you see was read before; the rest is read when the line returns.'
const markedOffline = 'No signal. What was opened on this device can be marked; it is sent when the line returns.'

/** The signed-in part of the portal: the shell with our menu around the current screen. */
export function Portal() {
  const { can, user } = useSession()
  const router = useRouter()
  const navigate = useNavigate()

  function leave() {
    endSession()
    void navigate({ to: '/auth/login', replace: true })
  }
  // A session the server no longer knows ends all the same.
  const [isLeaving, setLeaving] = useState(false)
  const logout = useAction(auth.logout, { confirm: false, onDone: leave, onFail: leave })
  async function askToLeave() {
    const words = [
      ...(hasUnsavedWork() ? [t('What you entered and have not saved will be lost.')] : []),
      ...(storageKeys().length > 0 ? (await import('./attendance/offline/unsent.ts')).signOutWarnings() : []),
      ...(isReached() ? [] : [t('There is no signal: you cannot sign in again until it returns.')]),
    ]
    const effect = words.map((sentence) => <p key={sentence}>{sentence}</p>)
    // The session ends once the question is closed, so that nothing on the page sends calls in between.
    if (!(await ask({ question: messages.logout, ...(words.length > 0 ? { effect } : {}) }))) return
    await settled()
    forgetPrefetched()
    await profileRead()
    // What a page reads by itself ends with the page: after the session it would be refused, and told.
    flushSync(() => setLeaving(true))
    await logout.send()
  }
  // Marks made without signal are sent from any page.
  useEffect(() => {
    if (storageKeys().length > 0)
      void import('./attendance/offline/sending.ts').then(({ startSending: watchLine }) => watchLine())
  }, [])
  const marked = useMarkedBy()
  useEffect(() => {
    if (user) rememberMarker(user, marked)
  }, [user, marked])
  // Whoever has classes to mark, or marked some on this device.
  const isAtTheMat = marked !== '' || (Boolean(user?.coachRelated) && can('attendance.mark'))
  useEffect(() => whenIdle(prepareNotices), [])
  useEffect(() => (isLeaving ? undefined : deferWork()), [isLeaving])
  // The marking pages show unsent marks themselves.
  const isMarking = useRouterState({ select: ({ location }) => location.pathname.startsWith('/markAttendance') })
  const exists = (path: string) => path in router.routesByPath
  const seen = visibleMenu(menu, exists, can)
  const mayBrand = can(screens['/brand'].may)
  const userItems = [
    { key: 'profile', icon: <IdCardIcon />, label: t('Profile'), link: <Link to="/profile" /> },
    ...(mayBrand ? [{ key: 'brand', icon: <ColourIcon />, label: t('Academy'), link: <Link to="/brand" /> }] : []),
    { key: 'api-docs', icon: <CodeIcon />, label: t('API documentation'), link: <Link to="/api-docs" /> },
  ]

  if (isLeaving) return null
  return (
    <QueryClientProvider client={queryClient}>
      <MenuContext value={visibleMenu(menu, exists, () => true)}>
        <Shell
          menu={seen}
          finder={<FinderButton pages={pagesOf(seen, can)} />}
          onLogout={() => void askToLeave()}
          userItems={userItems}
          notices={!isMarking && isAtTheMat && <PhoneLine />}
          below={<SignalLine words={isMarking ? markedOffline : readOffline} />}
        >
          <Outlet />
          {isAtTheMat && <Readiness />}
        </Shell>
      </MenuContext>
    </QueryClientProvider>
  )
}
