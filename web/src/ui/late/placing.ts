import type { RefObject } from 'react'
import './popup.css'

/** Where a popup opens: below its field or above, on a phone held sideways beside it. */
export const placing = (anchor: RefObject<HTMLElement | null>) =>
  ({
    className: 'popup-place',
    anchor,
    align: 'start',
    side: matchMedia('(height < 500px)').matches ? 'right' : 'bottom',
    sideOffset: 4,
    collisionPadding: 8,
    collisionAvoidance: { side: 'flip', align: 'shift', fallbackAxisSide: 'end' },
  }) as const

/** Closes a popup on a press anywhere but on its field, whose press is the field's own. */
export const closing =
  (anchor: RefObject<HTMLElement | null>, close: () => void) =>
  (_open: boolean, { event }: { event: Event }) => {
    if (!anchor.current?.contains(event.target as Node)) close()
  }
