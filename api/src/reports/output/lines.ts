import { displayDate } from '@academy/contract/courses/calendar.ts'
import {
  type Cell,
  cellOf,
  columnsOf,
  type DateRange,
  type Report,
  type ReportColumn,
  sayingsOf,
} from '@academy/contract/reports/report.ts'
import { businessDate, businessTime } from '../../platform/runtime/index.ts'
import type { Column } from '../../platform/sheets/index.ts'

/** A line of a file: a row, or what stands under one, whose cells are made when they are drawn; or cells of its own. */
export type Line =
  | { kind: 'row'; row: unknown }
  /** `under` is the first cell of the row it stands under. */
  | { kind: 'detail'; row: unknown; under: Cell }
  | { kind: 'total' | 'note'; cells: readonly Cell[] }

const inFiles = ({ only }: ReportColumn) => only !== 'screen'

/** The columns as a file has them. */
export const fileColumns = (report: Report, dateRange: DateRange): readonly ReportColumn[] =>
  columnsOf(report, dateRange).filter(inFiles)
export const fileDetails = ({ details }: Report): readonly ReportColumn[] => details?.columns.filter(inFiles) ?? []

const spoken = (at: string) => {
  const instant = new Date(at)
  return `${displayDate(businessDate(instant))} ${businessTime(instant)}`
}

/** What is said below the rows: what was asked for, how many, whether the sums agree, and of which moment all of it is. */
export function notesOf(report: Report, { about = [], totals, centres, computedAt }: Read): string[] {
  const records = totals.total === 1 ? '1 record' : `${totals.total} records`
  return [
    ...about,
    ...sayingsOf(report, totals),
    ...(centres.length > 0 ? [`Only of ${centres.join(', ')}.`] : []),
    `${records}. Computed at ${spoken(computedAt)}.`,
  ]
}

interface Read {
  /** Its days and filters, where they do not stand above the rows. */
  about?: readonly string[]
  totals: { total: number }
  /** Those its reader is held to. */
  centres: readonly string[]
  computedAt: string
}

/** Rows with what stands under them, the totals, and the notes. */
export async function* linesOf(
  report: Report,
  dateRange: DateRange,
  portions: AsyncIterable<readonly unknown[]>,
  read: Read,
): AsyncGenerator<Line[]> {
  const columns = fileColumns(report, dateRange)
  const [first] = columns
  const linesOfRow = (row: unknown): Line | Line[] => {
    const line: Line = { kind: 'row', row }
    if (!report.details) return line
    const under = first ? cellOf(first, row) : null
    return [line, ...report.details.of(row).map((one): Line => ({ kind: 'detail', row: one, under }))]
  }
  for await (const rows of portions) yield rows.flatMap(linesOfRow)
  const sums = columns.map((column) => column.total?.(read.totals) ?? null)
  if (sums.some((sum) => sum !== null)) yield [{ kind: 'total', cells: [sums[0] ?? 'Total', ...sums.slice(1)] }]
  yield notesOf(report, read).map((text): Line => ({ kind: 'note', cells: [text] }))
}

const numberIn = (kind: ReportColumn['kind'], cell: Cell): Cell =>
  kind === 'money' && typeof cell === 'string' && cell !== '' ? Number(cell) : cell

/** What a line shows in the columns of rows, and in those of details. */
export function cellsOf(
  line: Line,
  columns: readonly ReportColumn[],
  details: readonly ReportColumn[],
): readonly Cell[] {
  if (line.kind === 'row') return columns.map((column) => cellOf(column, line.row))
  if (line.kind === 'detail') return details.map((column) => cellOf(column, line.row))
  return line.cells
}

/** The workbook's columns: those of the rows, then those of what stands under them. */
export function sheetColumns(report: Report, dateRange: DateRange): Column<Line>[] {
  const sheetColumn = (column: ReportColumn, cell: (line: Line) => Cell): Column<Line> => {
    const { title, kind, width } = column
    return { header: title, kind, width, value: (line) => numberIn(kind, cell(line)) }
  }
  const own = fileColumns(report, dateRange).map((column, place) =>
    sheetColumn(column, (line) => {
      if (line.kind === 'row') return cellOf(column, line.row)
      if (line.kind === 'detail') return place === 0 ? line.under : null
      return line.cells[place] ?? null
    }),
  )
  const further = fileDetails(report).map((column) =>
    sheetColumn(column, (line) => (line.kind === 'detail' ? cellOf(column, line.row) : null)),
  )
  return [...own, ...further]
}
