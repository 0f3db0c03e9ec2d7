/** The pages reached without a session, and the root that everything hangs on. */
import { createLazyRoute, createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { forgotPath, home, resetPath, safeNext, signInPath } from './auth/guard.ts'
import { hasToken } from './kit/session.ts'

export const root = createRootRoute({ component: Outlet })

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
  validateSearch: (search: Record<string, string | undefined>) => search,
}).lazy(() =>
  import('./checkout/CheckoutPage.tsx').then(({ CheckoutPage }) =>
    createLazyRoute('/checkout')({ component: CheckoutPage }),
  ),
)

export const entrances = [signIn, forgot, reset, receipt, checkout] as const
