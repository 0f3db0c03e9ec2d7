/** A list's table as its module describes it; Table.tsx renders it. */
import type { ReactNode } from 'react'
import type { ListOf } from '../client/list.ts'

export interface Column<Row> {
  /** The row's field, as the server sorts by it. */
  key: string
  title: string
  render?: (row: Row, index: number) => ReactNode
  width?: number | string
  align?: 'left' | 'right' | 'center'
  /** Stays visible while the row scrolls sideways: for a narrow column that identifies the row. */
  fixed?: 'left'
  className?: string
  /** Where room is short, columns without a rank leave first, then rank 1, 2 …, at last a phone's figure; its name and the state stay. */
  stays?: number
  /** Where it stands in the entry of a phone, if not where its kind says. */
  phone?: 'name' | 'figure' | 'tag' | 'line' | 'none'
}

export interface Selection<Row> {
  selected: string[]
  onChange: (ids: string[], rows: Row[]) => void
  /** Why a row cannot be chosen. */
  reason?: (row: Row) => string | false | undefined
  /** Names a row's check box. */
  label: (row: Row) => string
}

export interface ListTableProps<Row extends { _id: string }> {
  /** Names the table for a screen reader. */
  label: string
  list: ListOf<Row>
  columns: readonly Column<Row>[]
  actions?: (row: Row) => ReactNode
  actionsWidth?: number
  selection?: Selection<Row>
  /** How many entries will come, where that is known: their place is there before they are. */
  expected?: number
  /** What to do next when the list is empty. */
  emptyHint?: ReactNode
  /** Null where the hint alone explains why it is empty. */
  emptyTitle?: null | undefined
  /** Set while the module's own filters hide rows: clears them. */
  clearFilters?: (() => void) | undefined
  rowClassName?: (row: Row) => string
  /** A press anywhere on a row but its own controls. */
  onRow?: (row: Row) => void
  /** The id of the row that is shown beside the list. */
  current?: string | undefined
  /** At the table's end, for example totals. */
  summary?: () => ReactNode
  /** Shown below a row when it is expanded; rows without details have no opener. */
  expanded?: { hasMore: (row: Row) => boolean; render: (row: Row) => ReactNode }
  pageSizes?: number[]
  /** Rows are entries of two lines at any width, as on a phone. */
  asEntries?: boolean
  /** A report shows every column, and scrolls inside its card. */
  keepsColumns?: boolean
}
