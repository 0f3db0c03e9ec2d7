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
import { forgotPath, home, requireSession, resetPath, safeNext, signInPath } from './auth/guard.ts'
import { askEarly, type EarlyCall } from './kit/early.ts'
import { listQuery, listSearch } from './kit/list-state.ts'
import { couldBefore, hasToken, useSession } from './kit/session.ts'
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

const forgot = createRoute({ getParentRoute: () => root, path: forgotPath }).lazy(() =>
  import('./auth/ForgotPage.tsx').then(({ ForgotPage }) => createLazyRoute(forgotPath)({ component: ForgotPage })),
)
const reset = createRoute({ getParentRoute: () => root, path: resetPath }).lazy(() =>
  import('./auth/ResetPage.tsx').then(({ ResetPage }) => createLazyRoute(resetPath)({ component: ResetPage })),
)

/** Where the code on a receipt leads: for anybody, without a session. */
const receipt = createRoute({ getParentRoute: () => root, path: '/receipt/$token' }).lazy(() =>
  import('./payments/ReceiptPage.tsx').then(({ ReceiptPage }) =>
    createLazyRoute('/receipt/$token')({ component: ReceiptPage }),
  ),
)

/** Where a member pays by card: for whoever has the link. */
const checkout = createRoute({
  getParentRoute: () => root,
  path: '/checkout',
  validateSearch: (search: Search) => search,
}).lazy(() =>
  import('./checkout/CheckoutPage.tsx').then(({ CheckoutPage }) =>
    createLazyRoute('/checkout')({ component: CheckoutPage }),
  ),
)

const portal = createRoute({
  getParentRoute: () => root,
  id: 'portal',
  beforeLoad: requireSession,
}).lazy(() => import('./Portal.tsx').then(({ Portal }) => createLazyRoute('/portal')({ component: Portal })))

const paths: string[] = []

/** Search params are text; each screen reads those it knows and forgives the rest (list-state.ts shows how). */
const anySearch = (search: Search): Search => search

type Search = Record<string, string | undefined>
/** The call a page will make first, from the search params of its address. */
type FirstCall = (search: Search) => EarlyCall | undefined
const firstCalls = new Map<string, { may: May; first: FirstCall }>()

/** The rows of a list page, as `useList` will ask for them. */
const rowsOf =
  (path: string, options: Parameters<typeof listQuery>[1] = {}): FirstCall =>
  (search) => ({ path, query: listQuery(listSearch.parse(search), options) })

/** One screen: address, who may see it, page, and what the page will ask for first. */
function screen<const Path extends string>(
  path: Path,
  may: May,
  page: () => Promise<ComponentType>,
  first?: FirstCall,
) {
  paths.push(path)
  if (first) firstCalls.set(path, { may, first })
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
/** The three formats stand from the first start: there is no page to create one. */
const formatScreens = [
  screen(
    '/format/listing',
    'docFormat.view',
    () => import('./lists/pages.tsx').then((m) => m.listPage('doc-num-format')),
    rowsOf('/doc-num-format'),
  ),
  screen('/format/edit/$id', 'docFormat.view', () =>
    import('./lists/pages.tsx').then((m) => m.recordPage('doc-num-format')),
  ),
] as const
/** List, create and edit of a reference list. Where everybody sees the Add button, its page opens too and the server decides. */
const listScreens = <const Name extends string>(name: Name, may: May, mayAdd: May = may) =>
  [
    screen(
      `/${name}/listing`,
      may,
      () => import('./lists/pages.tsx').then((m) => m.listPage(name)),
      rowsOf(`/${name}`),
    ),
    screen(`/${name}/create`, mayAdd, () => import('./lists/pages.tsx').then((m) => m.recordPage(name))),
    screen(`/${name}/edit/$id`, may, () => import('./lists/pages.tsx').then((m) => m.recordPage(name))),
  ] as const

const referenceScreens = [
  ...listScreens('member-type', ['credits.view', 'memberType.view']),
  ...listScreens('coach', 'coach.view', 'coach.create'),
  ...listScreens('relationship', 'relationship.view', 'relationship.create'),
  ...listScreens('belt', 'belt.view', 'belt.create'),
  ...listScreens('course-type', 'courseType.view', 'courseType.create'),
  ...listScreens('centre', 'centre.view', 'centre.create'),
  ...listScreens('designation', 'designation.view', 'designation.create'),
  ...listScreens('sport', 'sport.view', 'sport.create'),
  ...listScreens('holiday', ['centre.view', 'holidays.view']),
  ...listScreens('announcement', 'announcement.view', 'announcement.create'),
  ...listScreens('credit-package', 'credits.view'),
  ...formatScreens,
] as const

// members
const adultRows: FirstCall = (search) =>
  ['tab', 'belt', 'memberType', 'coach', 'wallet'].some((filter) => search[filter])
    ? undefined
    : rowsOf('/member', { query: { isAdult: true } })(search)

const memberScreens = [
  screen(
    '/membership/listing',
    'membership.view',
    () => import('./members/ListingPage.tsx').then((m) => m.ListingPage),
    adultRows,
  ),
  screen('/membership/create/adult', 'membership.create', () =>
    import('./members/CreatePages.tsx').then((m) => m.CreateAdultPage),
  ),
  screen('/membership/create/kids', 'membership.create', () =>
    import('./members/CreatePages.tsx').then((m) => m.CreateKidsPage),
  ),
  screen('/parents/create', 'membership.create', () =>
    import('./members/CreatePages.tsx').then((m) => m.CreateParentPage),
  ),
  screen('/membership/edit/$memberId', 'membership.view', () =>
    import('./members/EditPage.tsx').then((m) => m.EditPage),
  ),
] as const

// payments
/** Without filters of its own; with them the page asks by itself. */
const cashPayments: FirstCall = (search) =>
  ['state', 'from', 'to', 'createdBy', 'coach'].some((filter) => search[filter])
    ? undefined
    : rowsOf('/payment', { status: false, query: { paymentType: 'Cash', sort: search.sort ?? '-dateTime' } })(search)

const paymentScreens = [
  screen(
    '/verify-payment/listing',
    'verifyPayment.view',
    () => import('./payments/VerifyPage.tsx').then((m) => m.VerifyPage),
    cashPayments,
  ),
] as const

// cash desk
const cashdeskScreens = [
  screen('/cash-close/listing', 'verifyPayment.view', () =>
    import('./cashdesk/ListingPage.tsx').then((m) => m.ListingPage),
  ),
  screen('/cash-close/create', 'verifyPayment.view', () =>
    import('./cashdesk/ClosingPage.tsx').then((m) => m.ClosingPage),
  ),
  screen('/cash-close/view/$id', 'verifyPayment.view', () =>
    import('./cashdesk/ClosePage.tsx').then((m) => m.ClosePage),
  ),
] as const

// adjustments
const adjustmentScreens = [
  screen('/credit-adjust/listing', 'credit_adjust.view', () =>
    import('./adjustments/ListingPage.tsx').then((m) => m.ListingPage),
  ),
  screen('/credit-adjust/create', 'credit_adjust.view', () =>
    import('./adjustments/AdjustmentPage.tsx').then((m) => m.AdjustmentPage),
  ),
  screen('/credit-adjust/edit/$id', 'credit_adjust.view', () =>
    import('./adjustments/AdjustmentPage.tsx').then((m) => m.AdjustmentPage),
  ),
] as const

// courses
const courseScreens = [
  screen(
    '/course/listing',
    'course.view',
    () => import('./courses/CoursesPage.tsx').then((m) => m.CoursesPage),
    rowsOf('/course'),
  ),
  screen('/course/create', 'course.create', () => import('./courses/CoursePage.tsx').then((m) => m.CoursePage)),
  screen('/course/edit/$id', 'course.view', () => import('./courses/CoursePage.tsx').then((m) => m.CoursePage)),
  screen('/course/schedule/$id', 'scheduling.view', () =>
    import('./courses/SchedulePage.tsx').then((m) => m.SchedulePage),
  ),
] as const

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

// audit
const auditScreens = [
  screen('/audit/listing', 'audit_trail.view', () => import('./audit/AuditPage.tsx').then((m) => m.AuditPage)),
] as const

// staff
const userRows: FirstCall = (search) => rowsOf('/user', { query: { userGroup: search.userGroup } })(search)

const staffScreens = [
  screen('/user/listing', 'user.view', () => import('./staff/UsersPage.tsx').then((m) => m.UsersPage), userRows),
  screen('/user/create', 'user.create', () => import('./staff/UserPage.tsx').then((m) => m.UserPage)),
  screen('/user/edit/$id', 'user.view', () => import('./staff/UserPage.tsx').then((m) => m.UserPage)),
  screen('/user/outbox', 'user.edit', () => import('./staff/OutboxPage.tsx').then((m) => m.OutboxPage)),
  screen(
    '/user-group/listing',
    'userGroup.view',
    () => import('./staff/GroupsPage.tsx').then((m) => m.GroupsPage),
    rowsOf('/user-group'),
  ),
  screen('/user-group/create', 'userGroup.create', () => import('./staff/GroupPage.tsx').then((m) => m.GroupPage)),
  screen('/user-group/edit/$id', 'userGroup.view', () => import('./staff/GroupPage.tsx').then((m) => m.GroupPage)),
  screen('/profile', 'session', () => import('./staff/ProfilePage.tsx').then((m) => m.ProfilePage)),
] as const

const screens = [
  ...auditScreens,

  ...referenceScreens,
  ...courseScreens,
  ...paymentScreens,
  ...cashdeskScreens,
  ...adjustmentScreens,
  ...attendanceScreens,
  ...dashboardScreens,
  ...memberScreens,
  ...staffScreens,
] as const

/** Any other address: said inside the shell, to those who are signed in. */
const elsewhere = createRoute({
  getParentRoute: () => portal,
  path: '$',
  component: lazyRouteComponent(() => import('./kit/Problem.tsx'), 'NotFound'),
})

const routeTree = root.addChildren([
  signIn,
  forgot,
  reset,
  receipt,
  checkout,
  portal.addChildren([...screens, elsewhere]),
])

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

/** Fetches the code of the page that is opened first and asks for its rows. */
export function beginPage() {
  const { pathname, search } = router.latestLocation
  const [matched] = router.getMatchedRoutes(pathname)
  for (const route of matched) {
    router.loadRouteChunk(route)?.catch(() => undefined)
    const known = firstCalls.get(route.fullPath)
    const call = known && couldBefore(known.may) && known.first(search)
    if (call) askEarly(call)
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
