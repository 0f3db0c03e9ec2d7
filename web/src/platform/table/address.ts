import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The search params as text. */
export type Address = Record<string, string | undefined>

/** The address's search params; a screen reads what it knows and ignores the rest. */
export function useAddress(): Address {
  return useRouterState({ select: (state) => state.location.search as Address })
}

/** Reads the address as it is at that moment, with changes that are not drawn yet. */
export function useReadAddress(): () => Address {
  const router = useRouter()
  return () => router.latestLocation.search as Address
}

/** Changes some of the search params of this page, undefined takes one away; going back skips the change. */
export function useChangeAddress() {
  const navigate = useNavigate()
  return useCallback(
    (part: Record<string, string | undefined>) =>
      navigate({
        to: '.',
        // Whatever page this is: no single route's search type fits.
        search: ((before: Record<string, unknown>) => ({ ...before, ...part })) as never,
        // What the address points at on the page stays so, and is not jumped to again.
        hash: true,
        hashScrollIntoView: false,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
}

/** The open tab, kept in the address; the first one when the address names none or another's. */
export function useTab<const Tab extends string>(tabs: readonly [Tab, ...Tab[]]) {
  const { tab: named } = useAddress()
  const change = useChangeAddress()
  const tab = tabs.find((one) => one === named) ?? tabs[0]
  const open = (next: string, also: Record<string, string | undefined> = {}) =>
    change({ ...also, tab: next === tabs[0] ? undefined : next })
  return { tab, open, isNamed: named !== undefined }
}
