/** The state of a list in its address, and the call that reads its rows. Without schemas: startup.ts asks before they are loaded. */
import type { PrefetchCall, QueryValue } from '../client/call-input.ts'

export const statuses = ['active', 'inactive', 'all'] as const
export type Status = (typeof statuses)[number]

export const defaultSize = 50
const largestSize = 1000
/** A whole number of at least 1, as text of an address or a number. */
function wholeOr(otherwise: number, given: unknown, largest: number): number {
  const number = typeof given === 'string' && given.trim() === '' ? Number.NaN : Number(given)
  return Number.isInteger(number) && number >= 1 && number <= largest ? number : otherwise
}

const textIn = (given: unknown): string => (typeof given === 'string' ? given : '')

export interface ListState {
  page: number
  size: number
  /** `+name,-dob` */
  sort: string
  searchText: string
  status: Status
}

/** The state of a list in the search params of its page. By hand: a first list is not to wait for its first schema. */
export function listStateOf(search: Readonly<Record<string, unknown>>, size = defaultSize): ListState {
  const searchText = textIn(search.searchText)
  return {
    page: wholeOr(1, search.page, 1_000_000),
    size: wholeOr(size, search.size, largestSize),
    // A plus that was not encoded arrives as a space.
    sort: textIn(search.sort).replace(/(^|,)\s/g, '$1+'),
    searchText: searchText.length > 200 ? '' : searchText,
    status: statuses.find((status) => status === search.status) ?? 'all',
  }
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

/** The search params of an address, as text. */
export type Search = Record<string, string | undefined>
/** The call a page will make first, from the search params of its address. */
export type FirstCall = (search: Search) => PrefetchCall | undefined

const known: readonly string[] = ['page', 'size', 'sort', 'searchText', 'status'] satisfies (keyof ListState)[]

/** The rows of a list page, as `useList` will ask for them. A page whose address has filters of its own asks by itself. */
export const rowsOf =
  (path: string, options: Parameters<typeof listQuery>[1] = {}): FirstCall =>
  (search) =>
    Object.keys(search).every((name) => known.includes(name))
      ? { path, query: listQuery(listStateOf(search), options) }
      : undefined
