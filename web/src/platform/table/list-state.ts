/**
 * Page, size, sort, search text and status of a list, kept in the address so that going back restores them. Invalid
 * values fall back to their defaults.
 */
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { defaultSize, type ListState, listStateOf, shortState } from './list-query.ts'

export interface ListStateOptions {
  /** False keeps the state in the component: for several tables on one page. */
  inAddress?: boolean
  /** Rows per page unless chosen otherwise, 50. */
  size?: number
}

/** The state and its setters; any change but the page itself returns to page 1. */
export function useListState({ inAddress = true, size = defaultSize }: ListStateOptions = {}) {
  const navigate = useNavigate()
  const search = useRouterState({ select: (state) => state.location.search as Record<string, unknown> })
  const [own, setOwn] = useState<Partial<ListState>>({})
  const state = listStateOf(inAddress ? search : own, size)

  function change(part: Partial<ListState>) {
    const next = { page: 1, ...part }
    if (!inAddress) return setOwn((before) => ({ ...before, ...next }))
    return navigate({
      to: '.',
      // Works on any page, so no single route's search type fits.
      search: ((before: Record<string, unknown>) => ({ ...before, ...shortState(next, size) })) as never,
      replace: true,
      resetScroll: false,
    })
  }

  return { state, change }
}
