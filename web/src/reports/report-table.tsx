/** What is particular to the table of a report: its cells, its last line, the details under a row. */
import {
  alignOf,
  type Cell,
  type DateRange,
  type ReportColumn,
  type ReportDetails,
} from '@academy/contract/reports/report.ts'
import { t } from '../platform/client/i18n.ts'
import { cellOf, openerWidth } from '../platform/table/rows/table-parts.tsx'
import type { Column } from '../platform/table/Table.tsx'
import { cellText, Figure, ReportCell } from './ReportCell.tsx'
import type { Draft } from './report-draft.ts'
import './report-table.css'

/** In characters; longer text may wrap. */
const longText = 24

function columnProps({ kind, align }: ReportColumn): string {
  if (align === 'center') return 'report-mark'
  return kind === 'text' ? 'report-text' : 'number'
}

export const tableColumn = (
  column: ReportColumn,
  place: number,
  dateRange: DateRange | undefined,
  filters: Draft,
): Column<{ _id: string }> => ({
  key: column.key,
  title: column.title,
  align: alignOf(column),
  ...(place === 0 ? { fixed: 'left' as const } : {}),
  className: place === 0 ? `report-first ${columnProps(column)}` : columnProps(column),
  render: (row) => <ReportCell column={column} row={row} dateRange={dateRange} filters={filters} />,
})

interface TotalsProps {
  columns: readonly ReportColumn[]
  totals: unknown
  dateRange: DateRange | undefined
  filters: Draft
  expands: boolean
  acts: boolean
}

/** The last line: sums over all rows, not only the page. */
export function Totals({ columns, totals, dateRange, filters, expands, acts }: TotalsProps) {
  const sums = columns.map((column) => column.total?.(totals) ?? null)
  if (sums.every((sum) => sum === null)) return null
  const covered = columns.map((_, place) => isWorded(columns[place - 1], sums[place - 1]) && sums[place] === null)
  return (
    <tr className="report-totals">
      {expands && <td {...cellOf({ className: 'opener-cell', fixed: 'left' })} />}
      {columns.map((column, place) => {
        const sum = sums[place] ?? null
        if (covered[place]) return null
        return (
          <td
            key={column.key}
            colSpan={covered[place + 1] ? 2 : 1}
            {...cellOf({
              align: alignOf(column),
              fixed: place === 0 && 'left',
              left: place === 0 && expands ? openerWidth : 0,
            })}
          >
            {sum === null ? (
              place === 0 && t('Total')
            ) : (
              <Figure
                words={cellText(column.kind, sum)}
                drillDown={column.totalDrillDown?.(totals, dateRange, filters)}
              />
            )}
          </td>
        )
      })}
      {acts && <td className="acts-cell" />}
    </tr>
  )
}

/** A sum in words, longer than what stands above it: it takes the empty place beside it as well. */
const isWorded = (column: ReportColumn | undefined, sum: Cell | undefined) =>
  column?.kind === 'text' && column.align !== 'center' && typeof sum === 'string'

/** The details of a row, as a nested table. */
export const detailsOf = (details: ReportDetails, dateRange: DateRange | undefined, filters: Draft) => ({
  hasMore: (row: unknown) => details.of(row).length > 0,
  render: (row: unknown) => <Details details={details} row={row} dateRange={dateRange} filters={filters} />,
})

interface DetailsProps {
  details: ReportDetails
  row: unknown
  dateRange: DateRange | undefined
  filters: Draft
}

function Details({ details, row, dateRange, filters }: DetailsProps) {
  const columns = details.columns.filter(({ only }) => only !== 'files')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than its place is scrolled with the arrow keys
    <section className="report-details" aria-label={t(details.title)} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={`align-${alignOf(column)}`}>
                {t(column.title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {details.of(row).map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries of an answer do not move
            <tr key={place}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={`align-${alignOf(column)} ${column.width > longText ? 'report-text' : ''}`}
                >
                  <ReportCell column={column} row={one} dateRange={dateRange} filters={filters} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
