/**
 * The table of every list:
 *
 *   <ListTable
 *     label="Belts" list={list} emptyHint="Add the first belt."
 *     columns={[{ key: 'beltColor', title: 'Belt Color' }, { key: 'isDisable', title: 'Status',
 *       render: (row) => <StatusTag isDisable={row.isDisable} /> }]}
 *     actions={(row) => <><LinkButton .../> ...</>}
 *   />
 *
 * Columns show `row[key]` unless they render themselves, and are sorted by as soon as the server knows how. `TableRows.tsx` draws, `list.ts` fetches.
 */

import { startTransition, useEffect, useState } from 'react'
import { Button } from '../../ui/first/Button.tsx'
import { Pager } from '../../ui/first/Pager.tsx'
import { useScrollableByKey } from '../../ui/first/scrollable.ts'
import { useHeld } from '../client/answers/held.ts'
import { errorMessage } from '../client/api-error.ts'
import { showTime } from '../client/dates.ts'
import { t } from '../client/i18n.ts'
import type { ListOf } from '../client/list.ts'
import { useFromMd, useFromSm } from '../shell/appearance.ts'
import { ListTools, useWanted } from './ListTools.tsx'
import type { ListTableProps } from './list-columns.ts'
import { sortKeys, sortText } from './list-state.ts'
import { Rows, walkRows } from './rows/TableRows.tsx'
import { ViewsButton } from './views/ViewsButton.tsx'
import '../../ui/first/table.css'
import './list.css'

export type { Column, ListTableProps } from './list-columns.ts'

export function ListTable<Row extends { _id: string }>(props: ListTableProps<Row>) {
  const { list } = props
  const columns = useWanted(props.label, props.columns)
  const rows = useFirstRows(list.rows)
  const frame = useScrollableByKey()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys walk between the rows' own controls
    <div className="list-table" onKeyDown={walkRows}>
      {/* Rows read again in the background stay usable; those of another page or filter are on their way out. */}
      <div className="table-frame" ref={frame} data-outdated={useLate(list.isOutdated) || undefined}>
        <Rows {...props} columns={columns} rows={rows} nothing={<Nothing {...props} />} />
      </div>
      <ListFooter {...props} />
    </div>
  )
}

function ListFooter<Row extends { _id: string }>({
  label,
  list,
  columns,
  keepsColumns = false,
  asEntries = false,
  pageSizes = [10, 20, 50, 100, 200],
}: ListTableProps<Row>) {
  const { page, size } = list.state
  const isNarrow = !useFromSm()
  const isPhone = !useFromMd()
  const sizes = [...new Set([...pageSizes, size])].sort((a, b) => a - b)
  // A phone has better use for the room than to page and sort the few that stand there.
  const isShort = isPhone && list.total <= (sizes[0] ?? size) && page === 1 && !list.state.sort
  return (
    <div className="list-footer">
      <span role="status">
        {list.isPending || isUnknown(list)
          ? t('Loading…')
          : list.error && list.rows.length === 0
            ? ''
            : t('Showing {n} record(s) of total {m}', { n: list.rows.length, m: list.total })}
        <HeldChanges address={list.address} />
      </span>
      {list.oldSince && (
        <span className="list-old">{t('as of {time}, not renewed', { time: showTime(list.oldSince) })}</span>
      )}
      {list.inAddress && <ViewsButton list={label} />}
      {!isPhone && !keepsColumns && !asEntries && list.total > 0 && <ListTools list={label} columns={columns} />}
      {isPhone && !asEntries && !isShort && <Order list={list} columns={columns} />}
      {list.total > 0 && !isShort && (
        <Pager
          of={t(label)}
          page={page}
          pageSize={size}
          total={list.total}
          // Numbered pages do not fit on a phone.
          compact={isNarrow}
          sizes={{
            offered: sizes,
            onChange: (next) => list.change({ page: 1, size: next }),
          }}
          onPage={(next) => {
            list.change({ page: next })
            scrollTo({ top: 0 })
          }}
        />
      )}
    </div>
  )
}

/** What others changed while somebody is at the rows, which stay as they are until it is wanted. */
function HeldChanges({ address }: { address: string }) {
  const held = useHeld(address)
  if (!held) return null
  return (
    <span className="list-held">
      {t(held.changes === 1 ? '{n} change' : '{n} changes', { n: held.changes })}
      {' · '}
      <Button type="link" size="small" onClick={held.show}>
        {t('Show')}
      </Button>
    </span>
  )
}

/** A phone has no heads to sort by. */
function Order<Row extends { _id: string }>({ list, columns }: Pick<ListTableProps<Row>, 'list' | 'columns'>) {
  const sortable = columns.filter(({ key }) => list.sortable.includes(key))
  const [now] = sortKeys(list.state.sort)
  if (sortable.length === 0) return null
  return (
    <select
      className="pager-size"
      aria-label={t('Sorted by')}
      value={now ? sortText([now]) : ''}
      onChange={({ target }) => list.change({ sort: target.value })}
    >
      <option value="">{t('Usual order')}</option>
      {sortable.flatMap(({ key, title }) =>
        [false, true].map((descending) => (
          <option key={`${key} ${descending}`} value={sortText([{ field: key, descending }])}>
            {t(descending ? '{title}, descending' : '{title}, ascending', { title: t(title) })}
          </option>
        )),
      )}
    </select>
  )
}

/** The rows before were none, which says nothing of those that are on their way. */
const isUnknown = <Row,>({ isOutdated, rows }: ListOf<Row>) => isOutdated && rows.length === 0

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
  if (isUnknown(list))
    return (
      <div className="nothing">
        <p>{t('Loading…')}</p>
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
        <p>{t(searchText ? 'Nothing matches the search and these filters.' : 'Nothing matches these filters.')}</p>
        <Button onClick={clearFilters}>{t('Show all')}</Button>
      </div>
    )
  if (filtered)
    return (
      <div className="nothing">
        <p>
          {searchText
            ? t(status === 'all' ? 'Nothing matches the search.' : 'No {status} record matches the search.', {
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

/** Longer than most answers take. */
const lateMs = 200

/** Whether something has been so for a while. */
function useLate(isSo: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isSo) return setLate(false)
    const timer = setTimeout(() => setLate(true), lateMs)
    return () => clearTimeout(timer)
  }, [isSo])
  return isSo && isLate
}

/** What fills a screen. */
const firstRows = 12

/** Whether the browser's arrows brought somebody here. */
let isReturning = false
// Before the router hears of it, and draws.
addEventListener(
  'popstate',
  () => {
    isReturning = true
  },
  { capture: true },
)

/**
 * The first rows of a page are drawn before the others, so that there is something to read at once on a slow machine. Who goes
 * back finds the place they left: rows that are known already are drawn whole then.
 */
function useFirstRows<Row>(rows: Row[]): Row[] {
  const [isWhole, setWhole] = useState(rows.length > 0 && isReturning)
  useEffect(() => {
    if (rows.length === 0) return
    isReturning = false
    startTransition(() => setWhole(true))
  }, [rows])
  return isWhole ? rows : rows.slice(0, firstRows)
}
