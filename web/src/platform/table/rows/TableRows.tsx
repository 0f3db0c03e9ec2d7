/** Head and rows of the table of a list. */
import type { SortKey } from '@academy/contract/platform/query.ts'
import { Fragment, type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react'
import { plain } from '../../../ui/first/DataTable.tsx'
import { t } from '../../client/i18n.ts'
import { useFromMd } from '../../shell/appearance.ts'
import type { Column, ListTableProps } from '../list-columns.ts'
import { type Order, sortedBy, sortKeys, sortText } from '../list-state.ts'
import { useLeaving } from './fitting.ts'
import { PhoneEntry, partsOf } from './PhoneEntry.tsx'
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
function useColumns<Row extends { _id: string }>({ list, columns, expanded, keepsColumns }: ListTableProps<Row>) {
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
        fixed: keepsColumns ? column.fixed : false,
        className: sortKey ? `${className} sorted` : className,
        left: column.fixed && expanded ? openerWidth : 0,
      }),
    }
  })
  const fixed = keepsColumns && 'left'
  return {
    columns: laid,
    tick: cellOf({ className: 'tick-cell', fixed }),
    opener: cellOf({ className: 'opener-cell', fixed }),
    last: cellOf({ className: 'acts-cell', fixed: keepsColumns && 'right' }),
    sort(field: string, order: Order, isFurther: boolean) {
      const sortable = new Set(laid.filter((column) => column.isSortable).map((column) => column.key))
      list.change({ sort: sortText(sortedBy(keys, field, order, isFurther).filter((key) => sortable.has(key.field))) })
    },
  }
}

export function Rows<Row extends { _id: string }>(props: RowsProps<Row>) {
  const { list, rows, actions, expanded, asEntries = false, keepsColumns = false } = props
  const isNarrow = !useFromMd()
  const isPhone = asEntries || (isNarrow && !keepsColumns)
  const laid = useColumns(props)
  const openerIs = expanded ? 'always' : props.onRow ? 'never' : 'later'
  const table = useRef<HTMLTableElement>(null)
  const leaves = useLeaving(props.label, table, props.columns, rows, !keepsColumns && !isPhone, openerIs)
  const ticks = useTicks(list.rows, props.selection)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const id = useId()
  const parts = partsOf(props.columns)
  const gone = laid.columns.filter(({ key }) => (isPhone ? parts.get(key) === 'none' : leaves.has(key)))
  const here = laid.columns.filter((column) => !gone.includes(column))
  // A list that opens its rows beside it tells everything there.
  const tellsGone = gone.length > 0 && !props.onRow
  const hasOpener = Boolean(expanded) || tellsGone
  const width = isPhone ? 1 : here.length + [ticks, hasOpener, actions].filter(Boolean).length

  function toggle(id: string) {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }

  function line(row: Row, index: number) {
    const hasMore = expanded?.hasMore(row) ?? false
    const isOpen = open.has(row._id) && (hasMore || tellsGone)
    const cell = ({ key, render }: Column<Row>) =>
      render ? render(row, index) : plain((row as Record<string, unknown>)[key])
    const name = id + row._id
    const details = hasMore || tellsGone ? { open: isOpen, onToggle: () => toggle(row._id) } : undefined
    const acts = actions && <div className="row-actions">{actions(row)}</div>
    return (
      <Fragment key={row._id}>
        <tr
          data-row-key={row._id}
          className={`${ticks?.isSelected(row) ? 'chosen' : ''} ${props.rowClassName?.(row) ?? ''}`}
          aria-current={props.current === row._id || undefined}
          onClick={props.onRow && ((event) => isOwnControl(event) || props.onRow?.(row))}
        >
          {isPhone ? (
            <PhoneEntry columns={here} cell={cell} tick={ticks?.one(row)} acts={acts} id={name} details={details} />
          ) : (
            <>
              {ticks && <td {...laid.tick}>{ticks.one(row)}</td>}
              {hasOpener && <td {...laid.opener}>{details && <Opener {...details} of={name} />}</td>}
              {here.map((column) => (
                <td key={column.key} {...column.cell} id={parts.get(column.key) === 'name' ? name : undefined}>
                  {cell(column)}
                </td>
              ))}
              {actions && <td {...laid.last}>{acts}</td>}
            </>
          )}
        </tr>
        {isOpen && (
          <Across columns={width} className="expanded-row">
            {tellsGone && (
              <dl className="left-out">
                {gone.map((column) => (
                  <Fragment key={column.key}>
                    <dt>{t(column.title)}</dt>
                    <dd>{cell(column)}</dd>
                  </Fragment>
                ))}
              </dl>
            )}
            {hasMore && expanded?.render(row)}
          </Across>
        )}
      </Fragment>
    )
  }

  const lines = useStanding(() => rows.map(line), list.isOutdated, [
    rows,
    open,
    here.map(({ key }) => key).join(),
    isPhone,
    props.current,
    props.selection?.selected.join(),
  ])
  return (
    <table
      ref={table}
      className={isPhone ? 'table entries' : 'table'}
      aria-label={t(props.label)}
      aria-busy={list.isFetching}
    >
      {!isPhone && <Head {...props} laid={{ ...laid, columns: here }} all={ticks?.all} hasOpener={hasOpener} />}
      <tbody>
        {lines}
        {rows.length < list.rows.length && (
          <tr aria-hidden style={{ height: `calc(var(--row, 42px) * ${list.rows.length - rows.length})` }} />
        )}
        {rows.length === 0 && (
          <Across columns={width} className="placeholder-row">
            {list.isPending ? (
              <div
                className="list-waiting"
                style={props.expected === undefined ? {} : { minHeight: props.expected * entryHeight }}
              />
            ) : (
              props.nothing
            )}
          </Across>
        )}
      </tbody>
      {props.summary && <tfoot>{props.summary()}</tfoot>}
    </table>
  )
}

/**
 * Rows on their way out stay as they are drawn until the next ones are here, unless something of their own changes: who sorts or
 * turns a page waits for one drawing, not for two.
 */
function useStanding(draw: () => ReactNode, isOutdated: boolean, own: readonly unknown[]): ReactNode {
  const last = useRef<{ lines: ReactNode; own: readonly unknown[] }>(undefined)
  const stands = isOutdated && last.current?.own.every((value, at) => value === own[at])
  if (!stands || !last.current) last.current = { lines: draw(), own }
  return last.current.lines
}

/** Height in pixels of a row told as an entry. */
const entryHeight = 64

interface HeadProps<Row extends { _id: string }> extends ListTableProps<Row> {
  laid: ReturnType<typeof useColumns<Row>>
  /** Chooses all rows, where rows can be chosen. */
  all: ReactNode
  hasOpener: boolean
}

const Head = <Row extends { _id: string }>({ laid, all, hasOpener, actions, actionsWidth }: HeadProps<Row>) => (
  <thead>
    <tr>
      {all && (
        <th scope="col" {...laid.tick}>
          {all}
        </th>
      )}
      {hasOpener && (
        <th scope="col" {...laid.opener}>
          <span className="visually-hidden">{t('Details')}</span>
        </th>
      )}
      {laid.columns.map(({ key, title, isSortable, sortKey, cell, width }) => {
        const wide = { ...cell, style: { ...cell.style, width } }
        return isSortable ? (
          <SortedHead
            key={key}
            name={key}
            title={t(title)}
            cell={wide}
            current={sortKey}
            onSort={(order, isFurther) => laid.sort(key, order, isFurther)}
          />
        ) : (
          <th key={key} data-key={key} scope="col" {...wide}>
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

/** Whether a press was meant for a control in the row. */
const isOwnControl = ({ target }: MouseEvent) =>
  target instanceof Element && target.closest('a, button, input, label, select, [popover]') !== null

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
