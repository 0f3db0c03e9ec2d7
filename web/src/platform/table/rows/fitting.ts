/** Which columns of a list find room: nothing scrolls sideways, what leaves is told when its row is opened. */
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Column } from '../list-columns.ts'
import { partsOf } from './PhoneEntry.tsx'
import { openerWidth } from './table-parts.tsx'

/** What opens a row: there in any case, there once a column has left, or never, where the row opens beside the list. */
export type Opener = 'always' | 'later' | 'never'

/** What leads the entry of a phone: a row says whose it is at any width, and how much it is and how it stands as long as it can. */
const states = ['isDisable', 'status']
const [figureRank, stateRank] = [10, 11]

/** The keys in the order in which they leave: those with a rank last, the highest rank after all others; else from the right. */
export function leavingOrder(columns: readonly Pick<Column<never>, 'key' | 'align' | 'phone' | 'stays'>[]): string[] {
  const parts = partsOf(columns)
  return columns
    .map(({ key, stays = parts.get(key) === 'figure' ? figureRank : 0 }, at) => ({
      key,
      stays: states.includes(key) ? stateRank : stays,
      at,
    }))
    .filter(({ key }) => parts.get(key) !== 'name')
    .sort((one, other) => one.stays - other.stays || other.at - one.at)
    .map(({ key }) => key)
}

/** Those that must leave for the others to fit into `room` pixels, given the width of each and of what is not a column. */
export function leaving(
  order: readonly string[],
  widths: ReadonlyMap<string, number>,
  besides: number,
  room: number,
  opener: Opener = 'later',
) {
  const gone = new Set<string>()
  let total = [...widths.values()].reduce((sum, width) => sum + width, besides)
  if (opener === 'always') total += openerWidth
  for (const key of order) {
    if (total <= room) break
    if (gone.size === 0 && opener === 'later') total += openerWidth
    total -= widths.get(key) ?? 0
    gone.add(key)
  }
  return gone
}

interface Fitted {
  /** Widths as the texts want them, known once the table was wider than its place. */
  widths: Map<string, number>
  /** Of what is not a column. */
  besides: number
  gone: ReadonlySet<string>
}

/** How each list stood last: opened again, it is drawn so at once instead of twice. */
const fitted = new Map<string, Fitted>()

function fittedOf(list: string): Fitted {
  const known = fitted.get(list) ?? { widths: new Map(), besides: 0, gone: none }
  fitted.set(list, known)
  return known
}

/** The columns of a list without room, for a table in its frame; measured before anything is painted. */
export function useLeaving(
  list: string,
  table: RefObject<HTMLElement | null>,
  columns: readonly Column<never>[],
  rows: readonly unknown[],
  isOn: boolean,
  opener: Opener,
): ReadonlySet<string> {
  const order = leavingOrder(columns)
  const wanted = order.join()
  const natural = fittedOf(list)
  const [gone, setGone] = useState(natural.gone)

  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when other rows or columns are drawn
  useLayoutEffect(() => {
    // By the table: an element around it is not known yet when it is drawn first.
    const box = table.current?.parentElement
    if (!box || !isOn) return
    function measure() {
      if (!box) return
      if (box.scrollWidth > box.clientWidth) {
        const { widths } = natural
        let besides = 0
        for (const head of box.querySelectorAll<HTMLElement>('thead th')) {
          const { key } = head.dataset
          // With its part of a pixel: those of ten columns, rounded away, would leave the table wider than its place.
          const { width } = head.getBoundingClientRect()
          if (key) widths.set(key, width)
          else if (!head.classList.contains('opener-cell')) besides += width
        }
        natural.besides = besides
      }
      const { besides } = natural
      // Those that were chosen away are known still.
      const widths = new Map([...natural.widths].filter(([key]) => columns.some((column) => column.key === key)))
      if (widths.size === 0) return
      const next = leaving(order, widths, besides, box.clientWidth, opener)
      natural.gone = next
      setGone((before) => (before.size === next.size && [...next].every((key) => before.has(key)) ? before : next))
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(box)
    return () => watcher.disconnect()
  }, [rows, wanted, isOn, opener])

  return isOn ? gone : none
}

const none: ReadonlySet<string> = new Set()
