import { useIsFetching } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** The ref of what a link with this hash leads to: brought into view once the page around it has what it asked for. */
export function useLedHere<Place extends HTMLElement = HTMLElement>(hash: string) {
  const place = useRef<Place>(null)
  const isThere = useRef(false)
  const isLedHere = useRouterState({ select: ({ location }) => location.hash === hash })
  const isSettled = useIsFetching() === 0
  useEffect(() => {
    if (!isLedHere) isThere.current = false
    if (!isLedHere || !isSettled || isThere.current || !place.current) return
    isThere.current = true
    place.current.scrollIntoView()
  })
  return place
}
