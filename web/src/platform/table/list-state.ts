/**
 * Page, size, sort, search text and status of a list, kept in the address so that going back restores them. Invalid
 * values fall back to their defaults.
 */
import type { SortKey } from '@academy/contract/platform/query.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import type { QueryValue } from '../client/call-input.ts'

export const statuses = ['active', 'inactive', 'all'] as const
export type Status = (typeof statuses)[number]

const defaultSize = 50
const largestSize = 1000
const whole = (largest: number) => z.coerce.number().int().min(1).max(largest)

/** The search params of every list page; extend it for a module's filters. */
export const listSearch = z.object({
  page: whole(1_000_000).catch(1),
  size: whole(largestSize).catch(defaultSize),
  sort: z
    .string()
    // A plus that was not encoded arrives as a space.
    .transform((text) => text.replace(/(^|,)\s/g, '$1+'))
    .catch(''),
  searchText: z.string().max(200).catch(''),
  status: z.enum(statuses).catch('all'),
})
export type ListState = z.output<typeof listSearch>

/** The state without default values, for a short address. */
export function shortState(state: Partial<ListState>, size = defaultSize): Partial<Record<keyof ListState, unknown>> {
  const defaults: Record<string, unknown> = { page: 1, size, sort: '', searchText: '', status: 'all' }
  return Object.fromEntries(
    Object.entries(state).map(([key, value]) => [key, value === defaults[key] ? undefined : value]),
  )
}

/** A list's request; `query` are the filters beside those of the shared layout. */
export function listQuery(
  state: ListState,
  { status = true, query = {} }: { status?: boolean; query?: Record<string, QueryValue> } = {},
): Record<string, QueryValue> {
  return {
    offset: (state.page - 1) * state.size,
    limit: state.size,
    sort: state.sort,
    searchText: state.searchText,
    isDisable: !status || state.status === 'all' ? undefined : state.status === 'inactive',
    ...query,
  }
}

/** `+name,-dob` to keys and back; no prefix counts as ascending. */
export const sortKeys = (sort: string): SortKey[] =>
  sort
    .split(',')
    .map((part) => ({ field: part.replace(/^[+\- ]/, ''), descending: part.startsWith('-') }))
    .filter(({ field }) => field !== '')
export const sortText = (keys: readonly SortKey[]): string =>
  keys.map(({ field, descending }) => `${descending ? '-' : '+'}${field}`).join(',')

/** The keys after a column's order changed: known ones keep their rank, a new one comes last. */
export function sortedBy(
  keys: readonly SortKey[],
  field: string,
  order: 'ascend' | 'descend' | null | undefined,
): SortKey[] {
  if (!order) return keys.filter((key) => key.field !== field)
  const changed = { field, descending: order === 'descend' }
  return keys.some((key) => key.field === field)
    ? keys.map((key) => (key.field === field ? changed : key))
    : [...keys, changed]
}

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
  const state = listSearch.parse({ size, ...(inAddress ? search : own) })

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
