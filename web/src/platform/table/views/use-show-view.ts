import { useNavigate } from '@tanstack/react-router'
import type { Address } from '../address.ts'
import { searchWith } from './view-look.ts'

/** Puts a view's filters and order in the address; going back leaves it again. */
export function useShowView() {
  const navigate = useNavigate()
  return (view: Record<string, string>) =>
    void navigate({
      to: '.',
      // Works on any page, so no single route's search type fits.
      search: ((before: Address) => searchWith(before, view)) as never,
      resetScroll: false,
    })
}
