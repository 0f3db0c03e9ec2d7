/**
 * Page, size, sort, search text and status of a list, kept in the address so that going back restores them. Invalid
 * values fall back to their defaults.
 */
import type { SortKey } from '@academy/contract/platform/query.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAddress } from './address.ts'
import { defaultSize, type ListState, listStateOf } from './list-query.ts'

/** The state without default values, for a short address. */
export function shortState(state: Partial<ListState>, size = defaultSize): Partial<Record<keyof ListState, unknown>> {
  const defaults: Record<string, unknown> = { page: 1, size, sort: '', searchText: '', status: 'all' }
  return Object.fromEntries(
    Object.entries(state).map(([key, value]) => [key, value === defaults[key] ? undefined : value]),
  )
}

/** `+name,-dob` to keys and back; no prefix counts as ascending. */
export const sortKeys = (sort: string): SortKey[] =>
  sort
    .split(',')
    .map((part) => ({ field: part.replace(/^[+\- ]/, ''), descending: part.startsWith('-') }))
    .filter(({ field }) => field !== '')
export const sortText = (keys: readonly SortKey[]): string =>
  keys.map(({ field, descending }) => `${descending ? '-' : '+'}${field}`).join(',')

export type Order = 'ascend' | 'descend' | null

/** The keys after a column's order changed: that column alone, or beside the others, where a new one comes last. */
export function sortedBy(keys: readonly SortKey[], field: string, order: Order, isFurther: boolean): SortKey[] {
  if (!isFurther) return sortedBy([], field, order, true)
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
  const search = useAddress()
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
