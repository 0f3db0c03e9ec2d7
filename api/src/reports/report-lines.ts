import { displayDate } from '@academy/contract/courses/calendar.ts'
import {
  type Cell,
  cellOf,
  columnsOf,
  type Report,
  type ReportColumn,
  type Span,
  sayingsOf,
} from '@academy/contract/reports/report.ts'
import { businessDate, businessTime } from '../kit/clock.ts'
import type { Column } from '../kit/xlsx-write.ts'

/** A line of a file. The cells are those of the report's columns, of a detail those of its own. */
export interface Line {
  kind: 'row' | 'detail' | 'total' | 'note'
  cells: readonly Cell[]
  /** Of a detail: the first cell of the row it stands under. */
  under?: Cell
}

const inFiles = ({ only }: ReportColumn) => only !== 'screen'

/** The columns as a file has them. */
export const fileColumns = (report: Report, span: Span): readonly ReportColumn[] =>
  columnsOf(report, span).filter(inFiles)
export const fileDetails = ({ details }: Report): readonly ReportColumn[] => details?.columns.filter(inFiles) ?? []

const spoken = (at: string) => {
  const instant = new Date(at)
  return `${displayDate(businessDate(instant))} ${businessTime(instant)}`
}

/** What is said below the rows: how many, whether the sums agree, and of which moment all of it is. */
export function notesOf(report: Report, { totals, centres, computedAt }: Read): string[] {
  const records = totals.total === 1 ? '1 record' : `${totals.total} records`
  return [
    ...sayingsOf(report, totals),
    ...(centres.length > 0 ? [`Only of ${centres.join(', ')}.`] : []),
    `${records}. Computed at ${spoken(computedAt)}.`,
  ]
}

interface Read {
  totals: { total: number }
  /** Those its reader is held to. */
  centres: readonly string[]
  computedAt: string
}

/** Rows with what stands under them, the totals, and the notes. */
export async function* linesOf(
  report: Report,
  span: Span,
  portions: AsyncIterable<readonly unknown[]>,
  read: Read,
): AsyncGenerator<Line[]> {
  const columns = fileColumns(report, span)
  const details = fileDetails(report)
  const linesOfRow = (row: unknown): Line[] => {
    const cells = columns.map((column) => cellOf(column, row))
    const under = (report.details?.of(row) ?? []).map(
      (one): Line => ({ kind: 'detail', cells: details.map((column) => cellOf(column, one)), under: cells[0] ?? null }),
    )
    return [{ kind: 'row', cells }, ...under]
  }
  for await (const rows of portions) yield rows.flatMap(linesOfRow)
  const sums = columns.map((column) => column.total?.(read.totals) ?? null)
  if (sums.some((sum) => sum !== null)) yield [{ kind: 'total', cells: [sums[0] ?? 'Total', ...sums.slice(1)] }]
  yield notesOf(report, read).map((text): Line => ({ kind: 'note', cells: [text] }))
}

const numberIn = (kind: ReportColumn['kind'], cell: Cell): Cell =>
  kind === 'money' && typeof cell === 'string' && cell !== '' ? Number(cell) : cell

/** The workbook's columns: those of the rows, then those of what stands under them. */
export function sheetColumns(report: Report, span: Span): Column<Line>[] {
  const own = fileColumns(report, span).map(
    ({ title, kind, width }, place): Column<Line> => ({
      header: title,
      kind,
      width,
      value: ({ kind: of, cells, under = null }) =>
        of === 'detail' ? (place === 0 ? under : null) : numberIn(kind, cells[place] ?? null),
    }),
  )
  const further = fileDetails(report).map(
    ({ title, kind, width }, place): Column<Line> => ({
      header: title,
      kind,
      width,
      value: ({ kind: of, cells }) => (of === 'detail' ? numberIn(kind, cells[place] ?? null) : null),
    }),
  )
  return [...own, ...further]
}
