/** Head and rows of the table of a list. */
import type { SortKey } from '@academy/contract/platform/query.ts'
import { Fragment, type KeyboardEvent, type ReactNode, useState } from 'react'
import { plain } from '../../ui/first/DataTable.tsx'
import { t } from '../client/i18n.ts'
import { useFromMd } from '../shell/appearance.ts'
import type { Column, ListTableProps } from './list-columns.ts'
import { sortedBy, sortKeys, sortText } from './list-state.ts'
import { Across, type Cell, cellOf, Opener, openerWidth, SortedHead, useTicks } from './table-parts.tsx'

interface RowsProps<Row extends { _id: string }> extends ListTableProps<Row> {
  /** Those of the list that are drawn now. */
  rows: readonly Row[]
  /** Said where there are none. */
  nothing: ReactNode
}

/** A column with what is the same in each of its cells. */
interface Laid<Row> extends Column<Row> {
  isSortable: boolean
  sortKey: SortKey | undefined
  cell: Cell
}

/** The columns of the list and those at its edges. */
function useColumns<Row extends { _id: string }>({ list, columns, expanded }: ListTableProps<Row>) {
  // On a phone a fixed column would cover the rows it belongs to.
  const lastStays = useFromMd()
  const keys = sortKeys(list.state.sort)
  const laid = columns.map((column): Laid<Row> => {
    const isSortable = list.sortable.includes(column.key)
    const sortKey = isSortable ? keys.find(({ field }) => field === column.key) : undefined
    const { className = '' } = column
    return {
      ...column,
      isSortable,
      sortKey,
      cell: cellOf({
        ...column,
        className: sortKey ? `${className} sorted` : className,
        left: column.fixed && expanded ? openerWidth : 0,
      }),
    }
  })
  const fixed = columns.some((column) => column.fixed) && 'left'
  return {
    columns: laid,
    tick: cellOf({ className: 'tick-cell', fixed }),
    opener: cellOf({ className: 'opener-cell', fixed }),
    last: cellOf({ fixed: lastStays && 'right' }),
    sort(field: string, order: 'ascend' | 'descend' | null) {
      const sortable = new Set(laid.filter((column) => column.isSortable).map((column) => column.key))
      list.change({ sort: sortText(sortedBy(keys, field, order).filter((key) => sortable.has(key.field))) })
    },
  }
}

export function Rows<Row extends { _id: string }>(props: RowsProps<Row>) {
  const { list, rows, actions, expanded } = props
  const laid = useColumns(props)
  const ticks = useTicks(list.rows, props.selection)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const width = laid.columns.length + [ticks, expanded, actions].filter(Boolean).length

  function toggle(id: string) {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }

  function line(row: Row, index: number) {
    const has = expanded?.hasMore(row) ?? false
    const isOpen = has && open.has(row._id)
    const chosen = ticks?.isSelected(row) ? 'chosen' : ''
    return (
      <Fragment key={row._id}>
        <tr data-row-key={row._id} className={`${chosen} ${props.rowClassName?.(row) ?? ''}`}>
          {ticks && <td {...laid.tick}>{ticks.one(row)}</td>}
          {expanded && (
            <td {...laid.opener}>
              <Opener open={isOpen} has={has} onToggle={() => toggle(row._id)} />
            </td>
          )}
          {laid.columns.map(({ key, cell, render }) => (
            <td key={key} {...cell}>
              {render ? render(row, index) : plain((row as Record<string, unknown>)[key])}
            </td>
          ))}
          {actions && (
            <td {...laid.last}>
              <div className="row-actions">{actions(row)}</div>
            </td>
          )}
        </tr>
        {isOpen && (
          <Across columns={width} className="expanded-row">
            {expanded?.render(row)}
          </Across>
        )}
      </Fragment>
    )
  }

  return (
    <table className="table" aria-label={t(props.label)} aria-busy={list.isFetching}>
      <Head {...props} laid={laid} all={ticks?.all} />
      <tbody>
        {rows.map(line)}
        {rows.length === 0 && (
          <Across columns={width} className="placeholder-row">
            {list.isPending ? <div className="list-waiting" /> : props.nothing}
          </Across>
        )}
      </tbody>
      {props.summary && <tfoot>{props.summary()}</tfoot>}
    </table>
  )
}

interface HeadProps<Row extends { _id: string }> extends ListTableProps<Row> {
  laid: ReturnType<typeof useColumns<Row>>
  /** Chooses all rows, where rows can be chosen. */
  all: ReactNode
}

const Head = <Row extends { _id: string }>({ laid, all, expanded, actions, actionsWidth }: HeadProps<Row>) => (
  <thead>
    <tr>
      {all && (
        <th scope="col" {...laid.tick}>
          {all}
        </th>
      )}
      {expanded && <th scope="col" {...laid.opener} aria-label={t('Details')} />}
      {laid.columns.map(({ key, title, isSortable, sortKey, cell, width }) => {
        const wide = { ...cell, style: { ...cell.style, width } }
        return isSortable ? (
          <SortedHead
            key={key}
            title={t(title)}
            cell={wide}
            current={sortKey}
            onSort={(order) => laid.sort(key, order)}
          />
        ) : (
          <th key={key} scope="col" {...wide}>
            {t(title)}
          </th>
        )
      })}
      {actions && (
        <th scope="col" className={laid.last.className} style={{ width: actionsWidth }}>
          {t('Actions')}
        </th>
      )}
    </tr>
  </thead>
)

const focusable = 'a[href], button, input:not([disabled]), [tabindex="0"]'

/** Arrow up and down go to the same control of the row above or below. */
export function walkRows(event: KeyboardEvent<HTMLElement>) {
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
