/** Which code a visit begins with; decided before anything is loaded (startup.ts). */
import { once } from './platform/client/loading/once.ts'
import { keys } from './platform/client/session/tokens.ts'

/** What anybody may open, besides the sign-in page. */
const openToAll = /^(\/portal)?\/(auth\/(forgot|reset)-password|member-password|receipt\/|checkout)/

/** Whether the sign-in page is shown, which has code of its own: nobody is signed in, and the page asks for it. */
export const startsAtSignIn = (): boolean =>
  localStorage.getItem(keys.access) === null && !openToAll.test(location.pathname)

/** The sign-in page alone. */
export const loadSignIn = once(() => import('./SignIn.tsx'))

/** All other pages. */
export const loadScreens = once(() => import('./screens.tsx'))
