/** What a view keeps of a list, and whether that is what is seen. */
import type { SavedView } from '@academy/contract/views/views.ts'
import type { Address } from '../address.ts'

export type Look = Pick<SavedView, 'search' | 'hidden'>

/** What belongs to the moment, or to the page around the list. */
const passing = new Set(['page', 'searchText', 'tab', 'payment'])

/** A search text is not kept: it would name somebody to a whole group. */
export const lookOf = (address: Address, hidden: readonly string[]): Look => ({
  search: Object.fromEntries(
    Object.entries(address).flatMap(([key, value]) =>
      value === undefined || passing.has(key) ? [] : [[key, String(value)]],
    ),
  ),
  hidden: [...hidden],
})

/** The parameters of the address when a view is shown: what it does not have is cleared, the page around it stays. */
export const searchWith = ({ tab }: Address, search: Look['search']): Address => ({
  ...search,
  ...(tab === undefined ? {} : { tab }),
})

const textOf = ({ search, hidden }: Look) =>
  JSON.stringify([Object.entries(search).toSorted(([one], [other]) => (one < other ? -1 : 1)), hidden.toSorted()])

export const isShown = (view: Look, now: Look): boolean => textOf(view) === textOf(now)
