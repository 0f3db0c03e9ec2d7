/** The pages reached without a session, and the root that everything hangs on. */
import { createLazyRoute, createRootRoute, createRoute, redirect } from '@tanstack/react-router'
import { requireUser } from './auth/guard.ts'
import { addFactorPath, forgotPath, newPasswordPath, resetPath } from './auth/paths.ts'
import { safeNext, signInPath } from './auth/safe-next.ts'
import { pageCode } from './platform/client/loading/lazy.ts'
import { home } from './platform/client/session/home.ts'
import { currentUser, hasToken } from './platform/client/session/session.ts'
import { Root } from './Root.tsx'

/** Where a visit goes on afterwards. */
const nextIn = ({ next }: Record<string, unknown>): { next?: string } => (typeof next === 'string' ? { next } : {})

export const root = createRootRoute({ component: Root })

const signIn = createRoute({
  getParentRoute: () => root,
  path: signInPath,
  validateSearch: nextIn,
  beforeLoad: ({ search }) => {
    if (hasToken()) throw redirect({ href: safeNext(search.next) ?? home(), replace: true })
  },
}).lazy(() =>
  pageCode(() => import('./SignedOut.tsx')).then(({ SignedOut }) =>
    createLazyRoute(signInPath)({ component: SignedOut }),
  ),
)

const forgot = createRoute({ getParentRoute: () => root, path: forgotPath }).lazy(() =>
  pageCode(() => import('./auth/ForgotPage.tsx')).then(({ ForgotPage }) =>
    createLazyRoute(forgotPath)({ component: ForgotPage }),
  ),
)
const reset = createRoute({ getParentRoute: () => root, path: resetPath }).lazy(() =>
  pageCode(() => import('./auth/ResetPage.tsx')).then(({ ResetPage }) =>
    createLazyRoute(resetPath)({ component: ResetPage }),
  ),
)

/** Where the link in a mail to a member leads. */
const memberPassword = createRoute({ getParentRoute: () => root, path: '/member-password' }).lazy(() =>
  pageCode(() => import('./auth/MemberPasswordPage.tsx')).then(({ MemberPasswordPage }) =>
    createLazyRoute('/member-password')({ component: MemberPasswordPage }),
  ),
)

/** For whoever got a password from somebody else. */
const newPassword = createRoute({
  getParentRoute: () => root,
  path: newPasswordPath,
  validateSearch: nextIn,
  beforeLoad: async ({ location, search }) => {
    await requireUser({ location })
    if (!currentUser()?.mustChangePassword) throw redirect({ href: safeNext(search.next) ?? home(), replace: true })
  },
}).lazy(() =>
  pageCode(() => import('./auth/NewPasswordPage.tsx')).then(({ NewPasswordPage }) =>
    createLazyRoute(newPasswordPath)({ component: NewPasswordPage }),
  ),
)

/** For whoever has to add a second factor. */
const addFactor = createRoute({
  getParentRoute: () => root,
  path: addFactorPath,
  validateSearch: nextIn,
  beforeLoad: async ({ location, search }) => {
    await requireUser({ location })
    if (!currentUser()?.mustAddSecondFactor) throw redirect({ href: safeNext(search.next) ?? home(), replace: true })
  },
}).lazy(() =>
  pageCode(() => import('./AddFactor.tsx')).then(({ AddFactor }) =>
    createLazyRoute(addFactorPath)({ component: AddFactor }),
  ),
)

/** Where the code on a receipt leads: for anybody, without a session. */
const receipt = createRoute({ getParentRoute: () => root, path: '/receipt/$token' }).lazy(() =>
  pageCode(() => import('./payments/ReceiptPage.tsx')).then(({ ReceiptPage }) =>
    createLazyRoute('/receipt/$token')({ component: ReceiptPage }),
  ),
)

/** Where a member pays by card: for whoever has the link. */
const checkout = createRoute({
  getParentRoute: () => root,
  path: '/checkout',
  validateSearch: (search: Record<string, string | undefined>) => search,
}).lazy(() =>
  pageCode(() => import('./checkout/CheckoutPage.tsx')).then(({ CheckoutPage }) =>
    createLazyRoute('/checkout')({ component: CheckoutPage }),
  ),
)

export const entrances = [signIn, forgot, reset, memberPassword, newPassword, addFactor, receipt, checkout] as const
