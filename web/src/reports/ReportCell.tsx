import { withMinus } from '@academy/contract/platform/figures.ts'
import {
  type Cell,
  cellOf,
  type DateRange,
  type DrillDown,
  type ReportColumn,
  type SetFilters,
} from '@academy/contract/reports/report.ts'
import { formatAmount } from '@academy/contract/wallet/rules.ts'
import { Link } from '@tanstack/react-router'
import { showCredit, showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useDrillDown } from './drill-down.ts'

/** A cell's text on the screen. */
export function cellText(kind: ReportColumn['kind'], cell: Cell): string {
  if (cell === null || cell === '') return '-'
  if (kind === 'money') return withMinus(formatAmount(String(cell)))
  if (typeof cell === 'number') return showCredit(cell)
  return kind === 'day' ? showDay(cell) : t(cell)
}

/** A figure, as a link where it has a drill-down. */
export function Figure({ words: text, drillDown }: { words: string; drillDown: DrillDown | null | undefined }) {
  const target = useDrillDown()(drillDown)
  // A figure of zero has nothing to drill down to.
  if (!target || text === '-' || text === '0') return text
  return (
    <Link to={target.to} search={target.search}>
      {text}
    </Link>
  )
}

interface ReportCellProps {
  column: ReportColumn
  row: unknown
  dateRange: DateRange | undefined
  filters: SetFilters
}

export function ReportCell({ column, row, dateRange, filters }: ReportCellProps) {
  const cell = cellOf(column, row)
  // A grid of dashes is hard to read.
  if (column.align === 'center' && cell === null) return null
  return <Figure words={cellText(column.kind, cell)} drillDown={column.drillDown?.(row, dateRange, filters)} />
}
