/**
 * Every screen of the portal. A room adds its screens to its own group below, one line each:
 *
 *   screen('/verify-payment/listing', 'verifyPayment.view', () => import('./payments/VerifyPage.tsx').then((m) => m.VerifyPage)),
 *
 * path, who may see it, and the page, loaded when it is first visited. A path ending in `/listing` is reached without
 * the ending and under `/portal` too (rewrite.ts). Links: `<Link to="/member/$id" params={{ id }}>`, checked by the
 * compiler. The menu (menu.ts) shows an entry as soon as its path stands here.
 */
import type { May } from '@academy/contract/platform/endpoint.ts'
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { entrances, root } from './entrances.ts'
import { patiently } from './platform/client/lazy.ts'
import { parseSearch, rewriteFor, stringifySearch } from './rewrite.ts'
import { askFirst, type FirstCall, paths, portal, rowsOf, screen } from './screen.tsx'

// dashboard
const dashboardScreens = [
  screen('/dashboard/overview', 'session', () => import('./dashboard/OverviewPage.tsx').then((m) => m.OverviewPage)),
] as const

// lists
const formatScreens = [
  screen(
    '/format/listing',
    'docFormat.view',
    () => import('./lists/pages.tsx').then((m) => m.listPage('doc-num-format')),
    rowsOf('/doc-num-format'),
  ),
  screen('/format/create', 'docFormat.create', () =>
    import('./lists/pages.tsx').then((m) => m.recordPage('doc-num-format')),
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
    : rowsOf('/member', { query: { isAdult: true, families: search.searchText ? true : undefined } })(search)

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

// reports
const reportScreens = [
  screen('/report/attendance-report', 'report.attendance.view', () =>
    import('./reports/pages.tsx').then((m) => m.AttendanceReportPage),
  ),
  screen('/report/expiry-report', 'report.Expiry.view', () =>
    import('./reports/ExpiryReportPage.tsx').then((m) => m.ExpiryReportPage),
  ),
  screen('/report/collection-report', 'report.collection.view', () =>
    import('./reports/CollectionPages.tsx').then((m) => m.CollectionReportPage),
  ),
  screen('/report/reconciliation-report', 'report.collection.view', () =>
    import('./reports/CollectionPages.tsx').then((m) => m.ReconciliationPage),
  ),
  screen('/report/statement-report', 'report.statement.view', () =>
    import('./reports/pages.tsx').then((m) => m.StatementReportPage),
  ),
  screen('/report/tm-report', 'report.TM.view', () => import('./reports/pages.tsx').then((m) => m.TmReportPage)),
  screen('/report/class-attend-report', 'session', () =>
    import('./reports/pages.tsx').then((m) => m.ClassAttendReportPage),
  ),
  screen('/report/credit-statement-report', 'report.CreditStatement.view', () =>
    import('./reports/pages.tsx').then((m) => m.CreditStatementReportPage),
  ),
  screen('/report/overall-flow-report', 'report.OverallFlow.view', () =>
    import('./reports/pages.tsx').then((m) => m.OverallFlowReportPage),
  ),
  screen('/report/coach-student-credit-report', 'report.CoachStudentCredit.view', () =>
    import('./reports/pages.tsx').then((m) => m.CoachStudentCreditReportPage),
  ),
  screen('/report/class-monthly-settlement-report', 'report.ClassMonthlySettlement.view', () =>
    import('./reports/pages.tsx').then((m) => m.ClassMonthlySettlementReportPage),
  ),
  screen('/report/registered-class-report', 'report.ClassMonthlySettlement.view', () =>
    import('./reports/pages.tsx').then((m) => m.RegisteredClassReportPage),
  ),
  screen('/report/registered-class-members', 'report.ClassMonthlySettlement.view', () =>
    import('./reports/RegisteredMembersPage.tsx').then((m) => m.RegisteredMembersPage),
  ),
  screen('/report/class-attendance', 'session', () => import('./reports/pages.tsx').then((m) => m.ClassAttendancePage)),
] as const

// point adjust
const pointAdjustScreens = [
  screen('/point-adjust', ['membership.wallet', 'membership.expiration', 'user.edit'], () =>
    import('./pointadjust/PointAdjustPage.tsx').then((m) => m.PointAdjustPage),
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

// docs
const docsScreens = [
  screen('/api-docs', 'session', () => import('./docs/ApiDocsPage.tsx').then((m) => m.ApiDocsPage)),
] as const

const screens = [
  ...auditScreens,
  ...reportScreens,
  ...pointAdjustScreens,

  ...referenceScreens,
  ...courseScreens,
  ...paymentScreens,
  ...cashdeskScreens,
  ...adjustmentScreens,
  ...attendanceScreens,
  ...dashboardScreens,
  ...memberScreens,
  ...staffScreens,
  ...docsScreens,
] as const

/** Any other address: said inside the shell, to those who are signed in. */
const elsewhere = createRoute({
  getParentRoute: () => portal,
  path: '$',
  component: lazyRouteComponent(() => import('./platform/feedback/ErrorPage.tsx'), 'NotFound'),
})

const routeTree = root.addChildren([...entrances, portal.addChildren([...screens, elsewhere])])

export const router = createRouter({
  routeTree,
  rewrite: rewriteFor(paths),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: lazyRouteComponent(() => import('./platform/feedback/ErrorPage.tsx'), 'NotFound'),
  defaultErrorComponent: lazyRouteComponent(
    () => patiently(() => import('./platform/feedback/ErrorPage.tsx')),
    'Broken',
  ),
})

/** Fetches the code of the page that is opened first and asks for its rows. */
export function beginPage() {
  const { pathname, search } = router.latestLocation
  const [matched] = router.getMatchedRoutes(pathname)
  for (const route of matched) {
    router.loadRouteChunk(route)?.catch(() => undefined)
    askFirst(route.fullPath, search)
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
