/** What the table of a list is made of: plain elements in antd's clothes, cheap enough for hundreds of rows. */
import type { SortKey } from '@academy/contract/platform/query.ts'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { t } from '../client/i18n.ts'
import { useThemeScope } from '../shell/appearance.ts'
import type { Column, Selection } from './list-columns.ts'

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
  const stays = fixed ? ` ant-table-cell-fix ant-table-cell-fix-${fixed === 'left' ? 'start' : 'end'}` : ''
  return {
    className: `ant-table-cell ${className}${stays}`,
    style: { ...(align ? { textAlign: align } : {}), ...(left > 0 ? { insetInlineStart: left } : {}) },
  }
}

const carets = {
  up: 'M858.9 689L530.5 308.2c-9.4-10.9-27.5-10.9-37 0L165.1 689c-12.2 14.2-1.2 35 18.5 35h656.8c19.7 0 30.7-20.8 18.5-35z',
  down: 'M840.4 300H183.6c-19.7 0-30.7 20.8-18.5 35l328.4 380.8c9.4 10.9 27.5 10.9 37 0L858.9 335c12.2-14.2 1.2-35-18.5-35z',
}

const Caret = ({ way, active }: { way: keyof typeof carets; active: boolean }) => (
  <span className={`anticon ant-table-column-sorter-${way}${active ? ' active' : ''}`}>
    <svg viewBox="0 0 1024 1024" width="1em" height="1em" fill="currentColor" aria-hidden>
      <path d={carets[way]} />
    </svg>
  </span>
)

interface SortedHeadProps {
  title: string
  cell: Cell
  current: SortKey | undefined
  onSort: (order: 'ascend' | 'descend' | null) => void
}

/** Click or Enter: ascending, descending, no order. */
export function SortedHead({ title, cell, current, onSort }: SortedHeadProps) {
  const sort = () => onSort(current ? (current.descending ? null : 'descend') : 'ascend')
  return (
    <th
      scope="col"
      className={`${cell.className} ant-table-column-has-sorters`}
      style={cell.style}
      aria-label={title}
      aria-description={t('sortable')}
      {...(current ? { 'aria-sort': current.descending ? 'descending' : 'ascending' } : {})}
      tabIndex={0}
      onClick={sort}
      onKeyDown={(event) => event.key === 'Enter' && sort()}
    >
      <div className="ant-table-column-sorters">
        <span className="ant-table-column-title">{title}</span>
        <span className="ant-table-column-sorter ant-table-column-sorter-full">
          <span className="ant-table-column-sorter-inner" aria-hidden>
            <Caret way="up" active={current?.descending === false} />
            <Caret way="down" active={current?.descending === true} />
          </span>
        </span>
      </div>
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
  const scope = useThemeScope()
  const state = `${partly ? ' ant-checkbox-indeterminate' : ''}${checked ? ' ant-checkbox-checked' : ''}`
  return (
    <label
      className={`ant-checkbox-wrapper ${scope} ant-checkbox-css-var${disabled ? ' ant-checkbox-wrapper-disabled' : ''}`}
      title={title}
    >
      <span className={`ant-checkbox${state}${disabled ? ' ant-checkbox-disabled' : ''}`}>
        <input
          type="checkbox"
          className="ant-checkbox-input"
          aria-label={label}
          ref={(box) => {
            if (box) box.indeterminate = partly
          }}
          checked={checked}
          disabled={disabled}
          onChange={({ target, nativeEvent }) =>
            onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </span>
    </label>
  )
}

/** Row selection: all selectable rows, one, or with Shift all since the last one. */
export function useTicks<Row extends { _id: string }>(rows: Row[], selection: Selection<Row> | undefined) {
  const last = useRef<string>(undefined)
  if (!selection) return undefined
  const { selected, onChange, reason } = selection
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
          label={t('Select row')}
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

/** Expands a row; empty for a row without details. */
export const Opener = ({ open, has, onToggle }: { open: boolean; has: boolean; onToggle: () => void }) =>
  has && (
    <button
      type="button"
      className={`ant-table-row-expand-icon ant-table-row-expand-icon-${open ? 'expanded' : 'collapsed'}`}
      aria-label={t(open ? 'Collapse row' : 'Expand row')}
      aria-expanded={open}
      onClick={onToggle}
    />
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
    <td className="ant-table-cell" colSpan={columns}>
      <div className="ant-table-expanded-row-fixed">{children}</div>
    </td>
  </tr>
)
