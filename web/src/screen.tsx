/** What a screen of the portal is: an address behind the sign-in, who may see it, and its page. */
import type { May } from '@academy/contract/platform/endpoint.ts'
import { type ScreenPath, screenOf } from '@academy/contract/screens.ts'
import { createLazyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { requireSession } from './auth/guard.ts'
import { root } from './entrances.ts'
import { prefetch } from './platform/client/answers/prefetch.ts'
import { isOutOfReach } from './platform/client/api-error.ts'
import { pageCode } from './platform/client/loading/lazy.ts'
import { couldBefore } from './platform/client/session/rights.ts'
import { useSession } from './platform/client/session/session.ts'
import type { FirstCall, Search } from './platform/table/list-query.ts'
import { loadPortal } from './portal-code.ts'

export const portal = createRoute({
  getParentRoute: () => root,
  id: 'portal',
  beforeLoad: requireSession,
}).lazy(() => pageCode(loadPortal).then(({ Portal }) => createLazyRoute('/portal')({ component: Portal })))

/** Search params are text; each screen reads those it knows and forgives the rest (list-query.ts shows how). */
const anySearch = (search: Search): Search => search

const firstCalls = new Map<string, { may: May; first: FirstCall }>()

/** The page of a screen, loaded when it is first visited, and what it will ask for first. */
export interface ScreenPage {
  load: () => Promise<ComponentType>
  first?: FirstCall | undefined
  /** What that needs, where it is more than to see the screen. */
  firstMay?: May
}

/** The route of a screen: its page for those who may see it. */
export function screen<const Path extends ScreenPath>(path: Path, { load, first, firstMay }: ScreenPage) {
  const { may } = screenOf(path)
  if (first) firstCalls.set(path, { may: firstMay ?? may, first })
  const component = lazyRouteComponent(async () => {
    try {
      const [Screen, { Forbidden }] = await pageCode(() =>
        Promise.all([load(), import('./platform/feedback/ErrorPage.tsx')]),
      )
      return { default: () => (useSession().can(may) ? <Screen /> : <Forbidden may={may} />) }
    } catch (error) {
      if (!isOutOfReach(error)) throw error
      const { Unloaded } = await import('./platform/feedback/ErrorPage.tsx')
      return { default: Unloaded }
    }
  })
  return createRoute({
    getParentRoute: () => portal,
    path,
    component,
    validateSearch: anySearch,
    // Also while the pointer rests on a link to it.
    loader: ({ cause, location }) => {
      if (cause !== 'stay') askFirst(path, location.search as Search, cause === 'preload')
    },
  })
}

/** Asks for what the page of a route will want first, when there is a session that may have it. */
export function askFirst(fullPath: string, search: Search, inBackground = false): void {
  const known = firstCalls.get(fullPath)
  const call = known && couldBefore(known.may) && known.first(search)
  if (call) prefetch(call, inBackground)
}
