/**
 * The table of every list:
 *
 *   <ListTable
 *     label="Belts" list={list} emptyHint="Add the first belt with the button above."
 *     columns={[{ key: 'beltColor', title: 'Belt Color' }, { key: 'isDisable', title: 'Status',
 *       render: (row) => <StatusTag isDisable={row.isDisable} /> }]}
 *     actions={(row) => <><LinkButton .../> ...</>}
 *   />
 *
 * Columns show `row[key]` unless they render themselves, and are sorted by as soon as the server knows how. `TableRows.tsx` draws, `list.ts` fetches.
 */

import { startTransition, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/first/Button.tsx'
import { Pagination } from '../../ui/first/Pagination.tsx'
import { Spin } from '../../ui/first/Spin.tsx'
import { errorMessage } from '../client/api-error.ts'
import { t } from '../client/i18n.ts'
import type { ListOf } from '../client/list.ts'
import { useFromSm, useThemeScope } from '../shell/appearance.ts'
import type { ListTableProps } from './list-columns.ts'
import { Rows, walkRows } from './TableRows.tsx'
import './table.css'

export type { Column, ListTableProps } from './list-columns.ts'

export function ListTable<Row extends { _id: string }>(props: ListTableProps<Row>) {
  const { list } = props
  const scope = useThemeScope()
  const rows = useFirstRows(list.rows)
  const frame = useScrollableByKey()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys walk between the rows' own controls
    <div className="list-table" ref={frame} onKeyDown={walkRows}>
      {/* Rows read again in the background stay usable: the loading veil over a table takes no clicks. */}
      <Spin spinning={list.isPending || list.isOutdated} delay={200}>
        <div className={`ant-table-wrapper ant-table-css-var ${scope}`}>
          <div className={`ant-table ant-table-css-var ${scope}`}>
            <div className="ant-table-container">
              <div className="ant-table-content">
                <Rows {...props} rows={rows} nothing={<Nothing {...props} />} />
              </div>
            </div>
          </div>
        </div>
      </Spin>
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
  const isNarrow = !useFromSm()
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
        // Seven numbered pages do not fit on a phone.
        simple={isNarrow}
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
    const place = frame.current
    const box = place?.querySelector('.ant-table-content')
    if (!place || !box) return
    const follow = () => {
      const beyond = box.scrollWidth - box.clientWidth
      if (beyond > 0) box.setAttribute('tabindex', '0')
      else box.removeAttribute('tabindex')
      // What stays in sight throws a shadow on what goes under it.
      place.classList.toggle('more-before', box.scrollLeft > 0)
      place.classList.toggle('more-behind', box.scrollLeft < beyond - 1)
    }
    const watcher = new ResizeObserver(follow)
    watcher.observe(box)
    if (box.firstElementChild) watcher.observe(box.firstElementChild)
    box.addEventListener('scroll', follow, { passive: true })
    return () => {
      watcher.disconnect()
      box.removeEventListener('scroll', follow)
    }
  }, [])
  return frame
}

/** Why there is nothing, and what to do next. */
function Nothing<Row extends { _id: string }>({ list, emptyHint, emptyTitle, clearFilters }: ListTableProps<Row>) {
  const { searchText, status, page } = list.state
  if (list.error)
    return (
      <div className="nothing">
        <p>{errorMessage(list.error)}</p>
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
      {emptyTitle !== null && <p>{t('There are no records yet.')}</p>}
      {emptyHint && <p>{typeof emptyHint === 'string' ? t(emptyHint) : emptyHint}</p>}
    </div>
  )
}

/** What fills a screen. */
const firstRows = 12

/** Whether a list was drawn since the portal was opened. */
let hasDrawn = false

/**
 * The first rows of a first page are drawn before the others, so that there is something to read at once on a slow
 * machine. Rows that are known already are drawn whole: going back finds the place it left.
 */
function useFirstRows<Row>(rows: Row[]): Row[] {
  const [isWhole, setWhole] = useState(rows.length > 0 && hasDrawn)
  useEffect(() => {
    if (rows.length === 0) return
    hasDrawn = true
    startTransition(() => setWhole(true))
  }, [rows])
  return isWhole ? rows : rows.slice(0, firstRows)
}
