/** What the table of a list is made of: plain elements, cheap enough for hundreds of rows. */
import type { SortKey } from '@academy/contract/platform/query.ts'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { RightIcon } from '../../../ui/first/icons.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { t } from '../../client/i18n.ts'
import type { Column, Selection } from '../list-columns.ts'
import type { Order } from '../list-state.ts'

/** Width in pixels of the column that expands a row. */
export const openerWidth = 48

export interface Cell {
  className: string
  style: CSSProperties
}

interface CellLook {
  align?: Column<never>['align']
  className?: string | undefined
  /** The side it is fixed to while the rest scrolls. */
  fixed?: 'left' | 'right' | false
  /** Pixels from the left taken by other fixed columns. */
  left?: number
}

/** Class and style of a column's cells, the same in head and body. */
export function cellOf({ align, className = '', fixed = false, left = 0 }: CellLook): Cell {
  const stays = fixed ? ` stays-${fixed}` : ''
  return {
    className: `${className}${align ? ` align-${align}` : ''}${stays}`,
    style: left > 0 ? { insetInlineStart: left } : {},
  }
}

interface SortedHeadProps {
  /** The column's key. */
  name: string
  title: string
  cell: Cell
  current: SortKey | undefined
  onSort: (order: Order, isFurther: boolean) => void
}

/** Click, Enter or Space: ascending, descending, no order; with Shift beside the order of other columns. */
export function SortedHead({ name, title, cell, current, onSort }: SortedHeadProps) {
  const sort = ({ shiftKey }: { shiftKey: boolean }) =>
    onSort(current ? (current.descending ? null : 'descend') : 'ascend', shiftKey)
  return (
    <th
      scope="col"
      data-key={name}
      className={`${cell.className} sortable`}
      style={cell.style}
      aria-description={t('sortable')}
      title={t('Click sorts by this column, Shift-click by one more')}
      {...(current ? { 'aria-sort': current.descending ? 'descending' : 'ascending' } : {})}
      tabIndex={0}
      onClick={sort}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        // Space would scroll the page.
        event.preventDefault()
        sort(event)
      }}
    >
      {title}
    </th>
  )
}

interface TickProps {
  label: string
  checked: boolean
  /** Some of the rows it stands for are chosen. */
  partly?: boolean
  disabled: boolean
  title?: string | undefined
  onChange: (checked: boolean, withShift: boolean) => void
}

/** A check box. */
function Tick({ label, checked, partly = false, disabled, title, onChange }: TickProps) {
  return (
    <Checkbox
      className="tick"
      title={title}
      aria-label={label}
      indeterminate={partly}
      checked={checked}
      disabled={disabled}
      onChange={({ target, nativeEvent }) =>
        onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}

/** Row selection: all selectable rows, one, or with Shift all since the last one. */
export function useTicks<Row extends { _id: string }>(rows: Row[], selection: Selection<Row> | undefined) {
  const last = useRef<string>(undefined)
  if (!selection) return undefined
  const { selected, onChange, reason, label } = selection
  const why = (row: Row) => reason?.(row) || undefined
  const free = rows.filter((row) => !why(row))
  const chosen = free.filter(({ _id }) => selected.includes(_id))

  function choose(these: readonly Row[], isOn: boolean) {
    const ids = new Set(these.map(({ _id }) => _id))
    const next = rows.filter(({ _id }) => (ids.has(_id) ? isOn : selected.includes(_id)))
    onChange(
      next.map(({ _id }) => _id),
      next,
    )
  }
  function span(row: Row): Row[] {
    const places = [row._id, last.current].map((id) => free.findIndex(({ _id }) => _id === id))
    return free.slice(Math.min(...places), Math.max(...places) + 1)
  }

  return {
    isSelected: (row: Row) => selected.includes(row._id),
    all: (
      <Tick
        label={t('Select all')}
        checked={free.length > 0 && chosen.length === free.length}
        partly={chosen.length > 0 && chosen.length < free.length}
        disabled={free.length === 0}
        onChange={(isOn) => choose(free, isOn)}
      />
    ),
    one: (row: Row) => {
      const reasonNot = why(row)
      return (
        <Tick
          label={label(row)}
          checked={selected.includes(row._id)}
          disabled={reasonNot !== undefined}
          title={reasonNot && t(reasonNot)}
          onChange={(isOn, withShift) => {
            const isSpan = withShift && free.some(({ _id }) => _id === last.current)
            choose(isSpan ? span(row) : [row], isOn)
            last.current = row._id
          }}
        />
      )
    },
  }
}

interface OpenerProps {
  open: boolean
  onToggle: () => void
  /** The id of what names the row. */
  of: string
  className?: string
  icon?: ReactNode
}

/** Expands a row. */
export const Opener = ({
  open,
  onToggle,
  of,
  className = 'btn btn-text btn-small opener',
  icon = <RightIcon />,
}: OpenerProps) => (
  <button
    type="button"
    id={`${of}+`}
    className={className}
    aria-label={t(open ? 'Collapse row' : 'Expand row')}
    aria-labelledby={`${of}+ ${of}`}
    aria-expanded={open}
    onClick={onToggle}
  >
    {icon}
  </button>
)

/** A line across all columns that stays visible while the table scrolls sideways. */
export const Across = ({
  columns,
  className,
  children,
}: {
  columns: number
  className: string
  children: ReactNode
}) => (
  <tr className={className}>
    <td colSpan={columns}>
      <div className="across">{children}</div>
    </td>
  </tr>
)
