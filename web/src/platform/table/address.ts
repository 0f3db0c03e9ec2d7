import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The search params as text. */
export type Address = Record<string, string | undefined>

/** The address's search params; each screen reads its own and ignores the rest. */
export function useAddress(): Address {
  return useRouterState({
    select: (state) => state.location.search as Address,
    // The same params are the same object: a page that is left is not drawn again.
    structuralSharing: true,
  })
}

/** Reads the current address, including changes not rendered yet. */
export function useReadAddress(): () => Address {
  const router = useRouter()
  return () => router.latestLocation.search as Address
}

/** Changes some search params of this page; undefined removes one. Going back skips the change. */
export function useChangeAddress() {
  const navigate = useNavigate()
  return useCallback(
    (part: Record<string, string | undefined>) =>
      navigate({
        to: '.',
        // Works on any page, so no single route's search type fits.
        search: ((before: Record<string, unknown>) => ({ ...before, ...part })) as never,
        // Keeps the anchor without scrolling to it again.
        hash: true,
        hashScrollIntoView: false,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
}

/** The open tab, kept in the address; the first one when the address names none of these. */
export function useTab<const Tab extends string>(tabs: readonly [Tab, ...Tab[]]) {
  const { tab: named } = useAddress()
  const change = useChangeAddress()
  const tab = tabs.find((one) => one === named) ?? tabs[0]
  const open = (next: string, also: Record<string, string | undefined> = {}) =>
    change({ ...also, tab: next === tabs[0] ? undefined : next })
  return { tab, open, isNamed: named !== undefined }
}
