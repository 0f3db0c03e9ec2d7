/**
 * The table of every list:
 *
 *   <ListTable
 *     label="Belts" list={list} emptyHint="Add the first belt with the button above."
 *     columns={[{ key: 'beltColor', title: 'Belt Color', sort: true }, { key: 'isDisable', title: 'Status', sort: true,
 *       render: (row) => <StatusTag isDisable={row.isDisable} /> }]}
 *     actions={(row) => <><LinkButton .../> ...</>}
 *   />
 *
 * Columns show `row[key]` unless they render themselves. `Table.tsx` draws, `list.ts` fetches.
 */
import { Button, Grid, Pagination, Table, type TableProps } from 'antd'
import { type KeyboardEvent, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { wordsOf } from './api-error.ts'
import type { ListOf } from './list.ts'
import { sortedBy, sortKeys, sortText } from './list-state.ts'
import { t } from './words.ts'

export interface Column<Row> {
  key: string
  title: string
  render?: (row: Row, index: number) => ReactNode
  /** Sortable by the server; a text when its field is named otherwise. */
  sort?: boolean | string
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
  /** Given while the room's own filters hold rows back: takes them away. */
  clearFilters?: (() => void) | undefined
  rowClassName?: (row: Row) => string
  /** Above the table's end, totals for example. */
  summary?: () => ReactNode
  pageSizes?: number[]
}

const plain = (value: unknown): ReactNode =>
  value === null || value === undefined || value === '' ? '-' : String(value)

export function ListTable<Row extends { _id: string }>(props: ListTableProps<Row>) {
  const { list, label, actions, selection } = props
  const { md } = Grid.useBreakpoint()
  const keys = sortKeys(list.state.sort)
  const rows = useFirstRows(list.rows)
  const frame = useScrollableByKey()

  const columns: TableProps<Row>['columns'] = props.columns.map(({ key, title, render, sort, ...look }) => {
    const field = typeof sort === 'string' ? sort : key
    const current = keys.find((one) => one.field === field)
    return {
      ...look,
      key: field,
      title: t(title),
      render: (_, row, index) => (render ? render(row, index) : plain((row as Record<string, unknown>)[key])),
      ...(sort
        ? { sorter: { multiple: 1 }, sortOrder: current ? (current.descending ? 'descend' : 'ascend') : null }
        : {}),
    }
  })
  if (actions)
    columns.push({
      key: 'actions',
      title: t('Actions'),
      ...(props.actionsWidth ? { width: props.actionsWidth } : {}),
      // On a phone a fixed column would cover the rows it belongs to.
      ...(md ? { fixed: 'right' } : {}),
      render: (_, row) => <div className="row-actions">{actions(row)}</div>,
    })

  const onChange: TableProps<Row>['onChange'] = (_page, _filters, sorter) => {
    const sorters = Array.isArray(sorter) ? sorter : [sorter]
    // antd tells the whole order; only one column can have changed.
    const next = sorters.reduce((all, { columnKey, order }) => sortedBy(all, String(columnKey), order), keys)
    const named = new Set(sorters.map((one) => String(one.columnKey)))
    list.change({ sort: sortText(next.filter((key) => named.has(key.field))) })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys walk between the rows' own controls
    <div className="list-table" ref={frame} onKeyDown={walkRows}>
      <Table<Row>
        aria-label={t(label)}
        aria-busy={list.isFetching}
        rowKey="_id"
        columns={columns}
        dataSource={rows}
        // Rows that are only read again stay in use: the veil over a table takes no clicks.
        loading={{ spinning: list.isPending || list.isOutdated, delay: 200 }}
        pagination={false}
        // A row's own `children` are no rows.
        expandable={{ childrenColumnName: 'rows' }}
        showSorterTooltip={false}
        scroll={{ x: 'max-content' }}
        sortDirections={['ascend', 'descend']}
        onChange={onChange}
        locale={{ emptyText: list.isPending ? <div className="list-waiting" /> : <Nothing {...props} /> }}
        {...(props.rowClassName ? { rowClassName: props.rowClassName } : {})}
        {...(props.summary ? { summary: props.summary } : {})}
        {...(selection
          ? {
              rowSelection: {
                selectedRowKeys: selection.selected,
                onChange: (ids, rows) => selection.onChange(ids.map(String), rows),
                getCheckboxProps: (row) => {
                  const reason = selection.reason?.(row)
                  return { disabled: Boolean(reason), ...(reason ? { title: t(reason) } : {}) }
                },
              },
            }
          : {})}
      />
      <ListFooter list={list} pageSizes={props.pageSizes} />
    </div>
  )
}

function ListFooter<Row>({
  list,
  pageSizes = [10, 20, 50, 100, 200],
}: {
  list: ListOf<Row>
  pageSizes?: number[] | undefined
}) {
  const { page, size } = list.state
  const { sm } = Grid.useBreakpoint()
  return (
    <div className="list-footer">
      <span role="status">
        {list.isPending
          ? t('Loading…')
          : t('Showing {n} record(s) of total {m}', { n: list.rows.length, m: list.total })}
      </span>
      <Pagination
        current={page}
        pageSize={size}
        total={list.total}
        showSizeChanger={{ 'aria-label': t('Rows per page') }}
        pageSizeOptions={[...new Set([...pageSizes, size])].sort((a, b) => a - b)}
        // Seven numbered pages do not fit a phone.
        simple={sm === false}
        style={list.total === 0 ? { visibility: 'hidden' } : undefined}
        onChange={(nextPage, nextSize) => {
          list.change(nextSize === size ? { page: nextPage } : { page: 1, size: nextSize })
          if (nextSize === size) scrollTo({ top: 0 })
        }}
      />
    </div>
  )
}

/** A table wider than its place can be scrolled with the arrow keys: it takes the focus then. */
export function useScrollableByKey() {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = frame.current?.querySelector('.ant-table-content')
    if (!box) return
    const follow = () => {
      if (box.scrollWidth > box.clientWidth) box.setAttribute('tabindex', '0')
      else box.removeAttribute('tabindex')
    }
    const watcher = new ResizeObserver(follow)
    watcher.observe(box)
    if (box.firstElementChild) watcher.observe(box.firstElementChild)
    return () => watcher.disconnect()
  }, [])
  return frame
}

/** Why there is nothing, and what to do next. */
function Nothing<Row extends { _id: string }>({ list, emptyHint, clearFilters }: ListTableProps<Row>) {
  const { searchText, status, page } = list.state
  if (list.error)
    return (
      <div className="nothing">
        <p>{wordsOf(list.error)}</p>
        <Button onClick={() => list.again()}>{t('Try again')}</Button>
      </div>
    )
  const filtered = searchText !== '' || (list.hasStatus && status !== 'all')
  if (list.total > 0 && page > 1)
    return (
      <div className="nothing">
        <p>{t('This page is past the end of the list.')}</p>
        <Button onClick={() => list.change({ page: 1 })}>{t('Go to the first page')}</Button>
      </div>
    )
  if (clearFilters)
    return (
      <div className="nothing">
        <p>
          {searchText
            ? t('Nothing matches “{searchText}” and these filters.', { searchText })
            : t('Nothing matches these filters.')}
        </p>
        <Button onClick={clearFilters}>{t('Show all')}</Button>
      </div>
    )
  if (filtered)
    return (
      <div className="nothing">
        <p>
          {searchText
            ? t(status === 'all' ? 'Nothing matches “{searchText}”.' : 'No {status} record matches “{searchText}”.', {
                searchText,
                status: t(status),
              })
            : t('There are no {status} records.', { status: t(status) })}
        </p>
        <Button onClick={() => list.change({ searchText: '', status: 'all' })}>{t('Show all')}</Button>
      </div>
    )
  return (
    <div className="nothing">
      <p>{t('There are no records yet.')}</p>
      {emptyHint && <p>{typeof emptyHint === 'string' ? t(emptyHint) : emptyHint}</p>}
    </div>
  )
}

/** What fills a screen. */
const firstRows = 12

/**
 * The first rows of a first page are drawn before the others, so that there is something to read at once on a slow
 * machine. Rows that are known already are drawn whole: going back finds the place it left.
 */
function useFirstRows<Row>(rows: Row[]): Row[] {
  const [isWhole, setWhole] = useState(rows.length > 0)
  useEffect(() => {
    if (rows.length > 0) startTransition(() => setWhole(true))
  }, [rows])
  return isWhole ? rows : rows.slice(0, firstRows)
}

const focusable = 'a[href], button, input:not([disabled]), [tabindex="0"]'

/** Arrow up and down go to the same control of the row above or below. */
function walkRows(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  if (!(event.target instanceof HTMLElement)) return
  const row = event.target.closest('tbody tr')
  if (!row || event.target.getAttribute('role') === 'combobox') return
  const place = [...row.querySelectorAll(focusable)].indexOf(event.target)
  let next = row
  do {
    const sibling = event.key === 'ArrowDown' ? next.nextElementSibling : next.previousElementSibling
    if (!sibling) return
    next = sibling
  } while (next.querySelector(focusable) === null)
  const controls = next.querySelectorAll<HTMLElement>(focusable)
  event.preventDefault()
  controls[Math.min(Math.max(place, 0), controls.length - 1)]?.focus()
}
