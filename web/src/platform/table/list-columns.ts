/** What a room tells about the table of its list; Table.tsx shows how. */
import type { ReactNode } from 'react'
import type { ListOf } from '../client/list.ts'

export interface Column<Row> {
  /** The row's field, as the server sorts by it. */
  key: string
  title: string
  render?: (row: Row, index: number) => ReactNode
  width?: number | string
  align?: 'left' | 'right' | 'center'
  /** Stays in sight while the rest of the row scrolls sideways: for a narrow column that says which row it is. */
  fixed?: 'left'
  className?: string
}

export interface Selection<Row> {
  selected: string[]
  onChange: (ids: string[], rows: Row[]) => void
  /** Why a row cannot be chosen, if so. */
  reason?: (row: Row) => string | false | undefined
}

export interface ListTableProps<Row extends { _id: string }> {
  /** Names the table for a screen reader. */
  label: string
  list: ListOf<Row>
  columns: Column<Row>[]
  actions?: (row: Row) => ReactNode
  actionsWidth?: number
  selection?: Selection<Row>
  /** What to do next when there is nothing at all. */
  emptyHint?: ReactNode
  /** Null where the hint says alone why there is nothing. */
  emptyTitle?: null | undefined
  /** Given while the room's own filters hold rows back: takes them away. */
  clearFilters?: (() => void) | undefined
  rowClassName?: (row: Row) => string
  /** Above the table's end, totals for example. */
  summary?: () => ReactNode
  /** What a row shows below itself once it is opened; a row without more has nothing to open. */
  expanded?: { hasMore: (row: Row) => boolean; render: (row: Row) => ReactNode }
  pageSizes?: number[]
}
