/**
 * Every screen of the portal. A room adds its screens to its own group below, one line each:
 *
 *   screen('/verify-payment/listing', 'verifyPayment.view', () => import('./payments/VerifyPage.tsx').then((m) => m.VerifyPage)),
 *
 * path, who may see it, and the page, loaded when it is first visited. A path ending in `/listing` is reached without
 * the ending and under `/portal` too (rewrite.ts). Links: `<Link to="/member/$id" params={{ id }}>`, checked by the
 * compiler. The menu (menu.ts) shows an entry as soon as its path stands here.
 */
import type { May } from '@academy/contract/kit/route.ts'
import {
  createLazyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { z } from 'zod'
import { home, requireSession, safeNext, signInPath } from './auth/guard.ts'
import { hasToken, useSession } from './kit/session.ts'
import { parseSearch, rewriteFor, stringifySearch } from './rewrite.ts'

const root = createRootRoute({ component: Outlet })

const signIn = createRoute({
  getParentRoute: () => root,
  path: signInPath,
  validateSearch: z.object({ next: z.string().optional().catch(undefined) }),
  beforeLoad: ({ search }) => {
    if (hasToken()) throw redirect({ href: safeNext(search.next) ?? home, replace: true })
  },
}).lazy(() =>
  import('./auth/LoginPage.tsx').then(({ LoginPage }) => createLazyRoute(signInPath)({ component: LoginPage })),
)

const portal = createRoute({
  getParentRoute: () => root,
  id: 'portal',
  beforeLoad: requireSession,
}).lazy(() => import('./Portal.tsx').then(({ Portal }) => createLazyRoute('/portal')({ component: Portal })))

const paths: string[] = []

/** Search params are text; each screen reads those it knows and forgives the rest (list-state.ts shows how). */
const anySearch = (search: Record<string, string | undefined>): Record<string, string | undefined> => search

/** One screen: address, who may see it, page. */
function screen<const Path extends string>(path: Path, may: May, page: () => Promise<ComponentType>) {
  paths.push(path)
  const component = lazyRouteComponent(async () => {
    const [Screen, { Forbidden }] = await Promise.all([page(), import('./kit/Problem.tsx')])
    return { default: () => (useSession().can(may) ? <Screen /> : <Forbidden may={may} />) }
  })
  return createRoute({ getParentRoute: () => portal, path, component, validateSearch: anySearch })
}

// dashboard
const dashboardScreens = [
  screen('/dashboard/overview', 'session', () => import('./dashboard/OverviewPage.tsx').then((m) => m.OverviewPage)),
] as const

// lists

// members

// payments
const paymentScreens = [
  screen('/verify-payment/listing', 'verifyPayment.view', () =>
    import('./payments/VerifyPage.tsx').then((m) => m.VerifyPage),
  ),
] as const

// courses

// attendance
const attendanceScreens = [
  screen('/markAttendance/listing', 'attendance.view', () =>
    import('./attendance/MarkListPage.tsx').then((m) => m.MarkListPage),
  ),
  screen('/markAttendance/class', 'attendance.view', () =>
    import('./attendance/ClassPage.tsx').then((m) => m.ClassPage),
  ),
  screen('/outstanding-credit/listing', 'outStandingCredit.view', () =>
    import('./attendance/OutstandingPage.tsx').then((m) => m.OutstandingPage),
  ),
] as const

const screens = [...paymentScreens, ...attendanceScreens, ...dashboardScreens] as const

/** Any other address: said inside the shell, to those who are signed in. */
const elsewhere = createRoute({
  getParentRoute: () => portal,
  path: '$',
  component: lazyRouteComponent(() => import('./kit/Problem.tsx'), 'NotFound'),
})

const routeTree = root.addChildren([signIn, portal.addChildren([...screens, elsewhere])])

export const router = createRouter({
  routeTree,
  rewrite: rewriteFor(paths),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: lazyRouteComponent(() => import('./kit/Problem.tsx'), 'NotFound'),
  defaultErrorComponent: lazyRouteComponent(() => import('./kit/Problem.tsx'), 'Broken'),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
