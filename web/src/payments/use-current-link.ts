import { type CardLink, checkout } from '@academy/contract/payments/checkout.ts'
import { useEffect, useRef } from 'react'
import { readAgain, useCall } from '../platform/client/query.ts'

/** While the order may still be paid. */
const pollMs = 2_500

/** Polls the state of an order by card, from what is known of it; a change also refreshes the screens around. */
export function useCurrentLink(first: CardLink): CardLink
export function useCurrentLink(first: CardLink | undefined): CardLink | undefined
export function useCurrentLink(first: CardLink | undefined): CardLink | undefined {
  const { data } = useCall(
    checkout.link,
    { params: { id: first?.payment_id ?? '' } },
    {
      enabled: first !== undefined,
      pollMs: (link) => (link === undefined || link.status === 'Pending' ? pollMs : undefined),
    },
  )
  const now = data ?? first
  const state = now && [now.state, now.status, now.problem, now.declinedAt].join()
  const shown = useRef(state)
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    void readAgain()
  }, [state])
  return now
}
