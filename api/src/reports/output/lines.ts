import {
  type Cell,
  cellOf,
  columnsOf,
  type DateRange,
  type Report,
  type ReportColumn,
  summaryOf,
} from '@academy/contract/reports/report.ts'
import { shownInstant } from '../../platform/runtime/index.ts'
import type { Column } from '../../platform/sheets/index.ts'

/** A line of a file: a row or a detail, whose cells are computed when they are written, or a line of ready cells. */
export type Line =
  | { kind: 'row'; row: unknown }
  /** `under` is the first cell of the row it belongs to. */
  | { kind: 'detail'; row: unknown; under: Cell }
  | { kind: 'total' | 'about' | 'note'; cells: readonly Cell[] }

const inFiles = ({ only }: ReportColumn) => only !== 'screen'

/** The columns as a file has them. */
export const fileColumns = (report: Report, dateRange: DateRange): readonly ReportColumn[] =>
  columnsOf(report, dateRange).filter(inFiles)
export const fileDetails = ({ details }: Report): readonly ReportColumn[] => details?.columns.filter(inFiles) ?? []

/** The notes below the rows: the summary, the centres, the number of rows and when they were read. */
function notesOf(report: Report, { totals, centres, computedAt }: Facts): string[] {
  const records = totals.total === 1 ? '1 record' : `${totals.total} records`
  return [
    ...summaryOf(report, totals),
    ...(centres.length > 0 ? [`Only of ${centres.join(', ')}.`] : []),
    `${records}. Computed at ${shownInstant(computedAt)}.`,
  ]
}

interface Facts {
  /** The date range and the filters. */
  about: readonly string[]
  totals: { total: number }
  /** The centres the caller is restricted to. */
  centres: readonly string[]
  computedAt: string
}

/** Rows with their details, the totals, the filters and the notes. */
export async function* linesOf(
  report: Report,
  dateRange: DateRange,
  portions: AsyncIterable<readonly unknown[]>,
  facts: Facts,
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
  const sums = columns.map((column) => column.total?.(facts.totals) ?? null)
  if (sums.some((sum) => sum !== null)) yield [{ kind: 'total', cells: [sums[0] ?? 'Total', ...sums.slice(1)] }]
  const words = (kind: 'about' | 'note', texts: readonly string[]) =>
    texts.map((text): Line => ({ kind, cells: [text] }))
  yield [...words('about', facts.about), ...words('note', notesOf(report, facts))]
}

const numberIn = (kind: ReportColumn['kind'], cell: Cell): Cell =>
  kind === 'money' && typeof cell === 'string' && cell !== '' ? Number(cell) : cell

/** The cells of a line, in the columns of its kind. */
export function cellsOf(
  line: Line,
  columns: readonly ReportColumn[],
  details: readonly ReportColumn[],
): readonly Cell[] {
  if (line.kind === 'row') return columns.map((column) => cellOf(column, line.row))
  if (line.kind === 'detail') return details.map((column) => cellOf(column, line.row))
  return line.cells
}

/** The workbook's columns: those of the rows, then those of the details. */
export function sheetColumns(report: Report, dateRange: DateRange): Column<Line>[] {
  const sheetColumn = (column: ReportColumn, cell: (line: Line) => Cell): Column<Line> => {
    const { title, kind, width, isSensitive = false } = column
    return { header: title, kind, width, isSensitive, value: (line) => numberIn(kind, cell(line)) }
  }
  const own = fileColumns(report, dateRange).map((column, index) =>
    sheetColumn(column, (line) => {
      if (line.kind === 'row') return cellOf(column, line.row)
      if (line.kind === 'detail') return index === 0 ? line.under : null
      return line.cells[index] ?? null
    }),
  )
  const further = fileDetails(report).map((column) =>
    sheetColumn(column, (line) => (line.kind === 'detail' ? cellOf(column, line.row) : null)),
  )
  return [...own, ...further]
}
