/**
 * The pages that most visits begin with. startup.ts asks for their code and for what they show first as soon as the address is
 * known, beside the code of the portal instead of after it; routes.tsx has the pages.
 */
import type { Permission } from '@academy/contract/platform/permission.ts'
import type { ScreenPath } from '@academy/contract/screens.ts'
import { once } from './platform/client/loading/once.ts'
import { type FirstCall, rowsOf } from './platform/table/list-query.ts'

/** Who is signed in, and what holds for all screens: asked for on every page. */
export const everyVisit = [
  { path: '/config', query: {} },
  { path: '/auth/profile', query: {} },
]

export interface FirstPage<Code> {
  load: () => Promise<Code>
  /** What the first call needs. */
  may: Permission
  first: FirstCall
}

const page = <Code>(load: () => Promise<Code>, may: Permission, first: FirstCall): FirstPage<Code> => ({
  load: once(load),
  may,
  first,
})

/** The tables of the dashboard, each on its first page. */
const firstOfEach = { lowBalanceOffset: 0, coachOffset: 0, unmarkedOffset: 0, casesOffset: 0 }

export const firstPages = {
  '/dashboard/overview': page(
    () => import('./dashboard/OverviewPage.tsx'),
    'dashboard.view',
    () => ({ path: '/dashboard/overview', query: firstOfEach }),
  ),
  '/membership/listing': page(
    () => import('./members/listing/ListingPage.tsx'),
    'membership.view',
    (search) => rowsOf('/member', { query: { isAdult: true, families: search.searchText ? true : undefined } })(search),
  ),
  '/verify-payment/listing': page(
    () => import('./payments/verify/VerifyPage.tsx'),
    'verifyPayment.view',
    (search) =>
      rowsOf('/payment', { status: false, query: { paymentType: 'Cash', sort: search.sort ?? '-dateTime' } })(search),
  ),
} satisfies Partial<Record<ScreenPath, FirstPage<unknown>>>

/** The one of them at an address, however it is written (rewrite.ts). */
export function firstPageAt(pathname: string): FirstPage<unknown> | undefined {
  const path = pathname.replace(/\/+$/, '').replace(/^\/portal(?=\/|$)/, '')
  if (path === '' || path === '/dashboard') return firstPages['/dashboard/overview']
  return Object.entries(firstPages).find(([known]) => known === path || known === `${path}/listing`)?.[1]
}
