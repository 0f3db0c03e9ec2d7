import { type ComponentProps, Fragment, type ReactNode, useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { Pager } from './Pager.tsx'
import { useScrollableByKey } from './scrollable.ts'
import './table.css'

interface DataColumn<Row> {
  /** Its place among the others, where two have the same title. */
  key?: string
  title: ReactNode
  /** The field it shows, unless it renders itself. */
  field?: keyof Row & string
  render?: (row: Row, index: number) => ReactNode
  align?: 'right'
  className?: string | undefined
  width?: number
}

interface DataTableProps<Row> {
  /** Names it for a screen reader. */
  label: string
  rows: readonly Row[]
  rowKey: (keyof Row & string) | ((row: Row) => string)
  columns: readonly DataColumn<Row>[]
  /** Said where there are no rows. */
  empty?: ReactNode
  /** Its rows are on their way. */
  loading?: boolean
  /** Shows so many at a time. */
  pageSize?: number
  /** Chooses all rows, and one, in a column at the left. */
  ticks?: { all: ReactNode; one: (row: Row) => ReactNode }
  rowProps?: (row: Row) => ComponentProps<'tr'>
  /** What stands below a row over all columns; nothing of one that is not opened. */
  below?: (row: Row) => ReactNode
  className?: string
}

/** A table of what a page holds already; a list of the server is a `ListTable`. */
export function DataTable<Row>({
  label,
  rows,
  rowKey,
  columns,
  empty,
  loading = false,
  pageSize,
  ticks,
  rowProps,
  below,
  className = '',
}: DataTableProps<Row>) {
  const frame = useScrollableByKey()
  const [asked, setPage] = useState(1)
  const size = pageSize ?? rows.length
  const page = size > 0 ? Math.min(asked, Math.max(1, Math.ceil(rows.length / size))) : 1
  const shown = rows.slice((page - 1) * size, page * size)
  const keyOf = (row: Row) => (typeof rowKey === 'function' ? rowKey(row) : String(row[rowKey]))
  const look = ({ align, className: own = '' }: DataColumn<Row>) => (align ? `${own} align-right` : own) || undefined
  return (
    <div className={`table-frame ${className}`} ref={frame}>
      <table className="table data-table" aria-label={label} aria-busy={loading || undefined}>
        <thead>
          <tr>
            {ticks && (
              <th scope="col" className="tick-cell">
                {ticks.all}
              </th>
            )}
            {columns.map((column, at) => (
              <th
                key={column.key ?? at}
                scope="col"
                className={look(column)}
                style={column.width ? { width: column.width } : undefined}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => {
            const opened = below?.(row)
            return (
              <Fragment key={keyOf(row)}>
                <tr {...rowProps?.(row)}>
                  {ticks && <td className="tick-cell">{ticks.one(row)}</td>}
                  {columns.map((column, at) => (
                    <td
                      key={column.key ?? at}
                      className={look(column)}
                      data-label={typeof column.title === 'string' ? column.title : undefined}
                    >
                      {column.render ? column.render(row, index) : plain(column.field && row[column.field])}
                    </td>
                  ))}
                </tr>
                {opened && (
                  <tr className="expanded-row">
                    <td colSpan={columns.length + (ticks ? 1 : 0)}>
                      <div className="across">{opened}</div>
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length + (ticks ? 1 : 0)}>
                <div className="nothing">{loading ? t('Loading…') : empty}</div>
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {pageSize && rows.length > pageSize && (
        <Pager of={label} compact page={page} pageSize={pageSize} total={rows.length} onPage={setPage} />
      )}
    </div>
  )
}

/** What a cell shows of a value; '-' where there is none. */
export const plain = (value: unknown): ReactNode =>
  value === null || value === undefined || value === '' ? '-' : String(value)
