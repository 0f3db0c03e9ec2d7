/**
 * The page of every screen: contract/src/screens.ts has the screens, each with its title and who may see it. A path ending
 * in `/listing` is reached without the ending and under `/portal` too (rewrite.ts). Links: `<Link to="/member/$id"
 * params={{ id }}>`, checked by the compiler.
 */
import type { List } from '@academy/contract/platform/list.ts'
import { keysOf } from '@academy/contract/platform/records.ts'
import {
  type ListName,
  type ListPath,
  type ReportPath,
  type ScreenPath,
  screenOf,
  screens,
} from '@academy/contract/screens.ts'
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { entrances, root } from './entrances.ts'
import { type FirstPage, firstPages } from './first-pages.ts'
import { declared } from './lists/declared.ts'
import { retryWhenReached } from './platform/client/loading/lazy.ts'
import { home } from './platform/client/session/home.ts'
import { type FirstCall, rowsOf } from './platform/table/list-query.ts'
import { parseSearch, rewriteFor, stringifySearch } from './rewrite.ts'
import { askFirst, portal, type ScreenPage, screen } from './screen.tsx'

const page = (load: () => Promise<ComponentType>, first?: FirstCall): ScreenPage => ({ load, first })

/** A page whose code and first call startup.ts asks for already. */
const preloaded = <Code,>(
  { load, first, may }: FirstPage<Code>,
  pageIn: (code: Code) => ComponentType,
): ScreenPage => ({
  load: () => load().then(pageIn),
  first,
  firstMay: may,
})

/** One file of three pages, which are opened from each other. */
const settlement = () => import('./reports/settlement/pages.ts')

/** The pages of all screens but those that every list and report has alike; a report may have one of its own. */
const pages: Record<Exclude<ScreenPath, ListPath | ReportPath>, ScreenPage> & Partial<Record<ReportPath, ScreenPage>> =
  {
    '/dashboard/overview': preloaded(firstPages['/dashboard/overview'], (m) => m.OverviewPage),
    '/membership/listing': preloaded(firstPages['/membership/listing'], (m) => m.ListingPage),
    '/membership/create/adult': page(() => import('./members/CreatePages.tsx').then((m) => m.CreateAdultPage)),
    '/membership/create/kids': page(() => import('./members/CreatePages.tsx').then((m) => m.CreateKidsPage)),
    '/parents/create': page(() => import('./members/CreatePages.tsx').then((m) => m.CreateParentPage)),
    '/membership/edit/$memberId': page(() => import('./members/EditPage.tsx').then((m) => m.EditPage)),
    '/family/$memberId': page(() => import('./members/family/FamilyPage.tsx').then((m) => m.FamilyPage)),
    '/remind': page(() => import('./members/messages/RemindPage.tsx').then((m) => m.RemindPage)),
    '/verify-payment/listing': preloaded(firstPages['/verify-payment/listing'], (m) => m.VerifyPage),
    '/till': page(() => import('./payments/till/TillPage.tsx').then((m) => m.TillPage)),
    '/cash-close/listing': page(() => import('./cashdesk/ListingPage.tsx').then((m) => m.ListingPage)),
    '/cash-close/create': page(() => import('./cashdesk/ClosingPage.tsx').then((m) => m.ClosingPage)),
    '/cash-close/evening': page(() => import('./cashdesk/EveningPage.tsx').then((m) => m.EveningPage)),
    '/cash-close/evening/$id': page(() => import('./cashdesk/EveningClosePage.tsx').then((m) => m.EveningClosePage)),
    '/cash-close/view/$id': page(() => import('./cashdesk/ClosePage.tsx').then((m) => m.ClosePage)),
    '/credit-adjust/listing': page(() => import('./adjustments/ListingPage.tsx').then((m) => m.ListingPage)),
    '/credit-adjust/create': page(() => import('./adjustments/AdjustmentPage.tsx').then((m) => m.AdjustmentPage)),
    '/credit-adjust/edit/$id': page(() => import('./adjustments/AdjustmentPage.tsx').then((m) => m.AdjustmentPage)),
    '/course/listing': page(() => import('./courses/CoursesPage.tsx').then((m) => m.CoursesPage), rowsOf('/course')),
    '/course/create': page(() => import('./courses/CoursePage.tsx').then((m) => m.CoursePage)),
    '/course/edit/$id': page(() => import('./courses/CoursePage.tsx').then((m) => m.CoursePage)),
    '/course/schedule/$id': page(() => import('./courses/schedule/SchedulePage.tsx').then((m) => m.SchedulePage)),
    '/markAttendance/listing': page(() => import('./attendance/MarkListPage.tsx').then((m) => m.MarkListPage)),
    '/markAttendance/class': page(() => import('./attendance/ClassPage.tsx').then((m) => m.ClassPage)),
    '/outstanding-credit/listing': page(() =>
      import('./attendance/OutstandingPage.tsx').then((m) => m.OutstandingPage),
    ),
    '/report/expiry-report': page(() => import('./reports/ExpiryReportPage.tsx').then((m) => m.ExpiryReportPage)),
    '/report/risk-report': page(() => import('./reports/RiskReportPage.tsx').then((m) => m.RiskReportPage)),
    '/report/e-invoice': page(() => import('./einvoice/EInvoicePage.tsx').then((m) => m.EInvoicePage)),
    '/report/month-end': page(() => import('./monthend/MonthEndPage.tsx').then((m) => m.MonthEndPage)),
    '/report/registered-class-members': page(() =>
      import('./reports/RegisteredMembersPage.tsx').then((m) => m.RegisteredMembersPage),
    ),
    '/report/coach-settlement/$id': page(() => settlement().then((m) => m.CoachMonthPage)),
    '/coach-rate': page(() => settlement().then((m) => m.RatesPage)),
    '/point-adjust': page(() => import('./pointadjust/PointAdjustPage.tsx').then((m) => m.PointAdjustPage)),
    '/audit/listing': page(() => import('./audit/AuditPage.tsx').then((m) => m.AuditPage)),
    '/user/listing': page(() => import('./staff/UsersPage.tsx').then((m) => m.UsersPage), rowsOf('/user')),
    '/user/create': page(() => import('./staff/UserPage.tsx').then((m) => m.UserPage)),
    '/user/edit/$id': page(() => import('./staff/UserPage.tsx').then((m) => m.UserPage)),
    '/user/outbox': page(() => import('./staff/OutboxPage.tsx').then((m) => m.OutboxPage)),
    '/user-group/listing': page(
      () => import('./staff/GroupsPage.tsx').then((m) => m.GroupsPage),
      rowsOf('/user-group'),
    ),
    '/user-group/create': page(() => import('./staff/GroupPage.tsx').then((m) => m.GroupPage)),
    '/user-group/edit/$id': page(() => import('./staff/GroupPage.tsx').then((m) => m.GroupPage)),
    '/jobs': page(() => import('./jobs/JobsPage.tsx').then((m) => m.JobsPage)),
    '/brand': page(() => import('./brand/BrandPage.tsx').then((m) => m.BrandPage)),
    '/profile': page(() => import('./staff/ProfilePage.tsx').then((m) => m.ProfilePage)),
    '/api-docs': page(() => import('./docs/ApiDocsPage.tsx').then((m) => m.ApiDocsPage)),
  }
const ownPages: Partial<Record<ScreenPath, ScreenPage>> = pages

/** Lists whose entries have a page of their own. */
const entryPages: Partial<Record<ListName, () => Promise<ComponentType>>> = {
  holiday: () => import('./holidays/HolidayPage.tsx').then((m) => m.HolidayPage),
  'doc-num-format': () => import('./numbers/FormatPage.tsx').then((m) => m.FormatPage),
}

/** A page made of the declaration of a list. */
async function pageWith(list: ListName, load: () => Promise<ComponentType<{ of: List }>>): Promise<ComponentType> {
  const [Page, of] = await Promise.all([load(), declared[list]()])
  return () => <Page of={of} />
}

const listOf = () => import('./lists/ListPage.tsx').then((m) => m.ListPage)
// The list alone needs no form; it loads with the first entry.
const recordOf = () => import('./lists/RecordPage.tsx').then((m) => m.RecordPage)

const listPages = (path: ScreenPath, list: ListName): ScreenPage =>
  path.endsWith('/listing')
    ? page(() => pageWith(list, listOf), rowsOf(`/${list}`))
    : page(entryPages[list] ?? (() => pageWith(list, recordOf)))

function pageOf(path: ScreenPath): ScreenPage {
  const { list } = screenOf(path)
  if (list) return listPages(path, list)
  return ownPages[path] ?? page(() => import('./reports/pages.tsx').then((m) => m.reportPage(path)))
}

/** Each with the type of its own path, by which the compiler checks links. */
type ScreenRoutes = { [P in ScreenPath]: ReturnType<typeof screen<P>> }
const screenRoutes = Object.fromEntries(
  keysOf(screens).map((path) => [path, screen(path, pageOf(path))]),
) as unknown as ScreenRoutes

/** Any other address: said inside the shell, to those who are signed in. */
const elsewhere = createRoute({
  getParentRoute: () => portal,
  path: '$',
  component: lazyRouteComponent(() => import('./platform/feedback/ErrorPage.tsx'), 'NotFound'),
})

const routeTree = root.addChildren([...entrances, portal.addChildren({ ...screenRoutes, elsewhere })])

export const router = createRouter({
  routeTree,
  rewrite: rewriteFor(keysOf(screens), home),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // Whoever only passes over a link asks for nothing.
  defaultPreloadDelay: 50,
  scrollRestoration: true,
  defaultNotFoundComponent: lazyRouteComponent(() => import('./platform/feedback/ErrorPage.tsx'), 'NotFound'),
  defaultErrorComponent: lazyRouteComponent(
    () => retryWhenReached(() => import('./platform/feedback/ErrorPage.tsx')),
    'Broken',
  ),
})

const routesOf = (pathname: string) => router.getMatchedRoutes(pathname)[0]

/** Fetches the code of a page. */
export function loadPage(pathname: string) {
  for (const route of routesOf(pathname)) router.loadRouteChunk(route)?.catch(() => undefined)
}

/** Fetches the code of the page that is opened first and asks for its rows. */
export function beginPage() {
  const { pathname, search } = router.latestLocation
  loadPage(pathname)
  for (const route of routesOf(pathname)) askFirst(route.fullPath, search)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
