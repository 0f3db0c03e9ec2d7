import { displayDate } from '@academy/contract/courses/calendar.ts'
import { grouped, withMinus } from '@academy/contract/platform/figures.ts'
import { alignOf, type Cell, type DateRange, type Report, type ReportColumn } from '@academy/contract/reports/report.ts'
import { formatAmount } from '@academy/contract/wallet/rules.ts'
import { invalid } from '../../platform/http/index.ts'
import { type Company, type Letterhead, letterheadOf, renderPdf } from '../../platform/pdf/index.ts'
import { cellsOf, fileColumns, fileDetails, type Line } from './lines.ts'

/** A report's printed texts. */
export interface ReportPrint {
  company: Letterhead
  title: string
  /** The date range and the filters. */
  about: string[]
  columns: PrintColumn[]
  /** The columns of the details under the rows, if the report has any. */
  details: PrintColumn[]
  lines: { kind: Line['kind']; cells: string[] }[]
}

export interface PrintColumn {
  title: string
  /** Share of the page. */
  width: number
  align: 'left' | 'right' | 'center'
}

/** A page holds about 40 lines; a longer document would block the PDF worker for too long. */
const maxLines = 5_000
const tooLong = () =>
  invalid([
    {
      path: 'endDate',
      message: `The PDF would have more than ${grouped(maxLines)} lines. Choose less, or take the Excel file.`,
    },
  ])

/** What a PDF prints of lines that are read once, for a workbook for example. */
export class Printed {
  /** Undefined where a PDF cannot hold them. */
  lines: Line[] | undefined = []

  async *of(portions: AsyncIterable<Line[]>): AsyncGenerator<Line[]> {
    for await (const some of portions) {
      // The filters are printed above the rows.
      this.lines?.push(...some.filter(({ kind }) => kind !== 'about'))
      if (this.lines && this.lines.length > maxLines) this.lines = undefined
      yield some
    }
  }
}

/** All lines of a PDF, counted in `job` as they arrive; 400 when it cannot hold them. */
export async function printable(portions: AsyncIterable<Line[]>, job: { rows: number }): Promise<Line[]> {
  const printed = new Printed()
  for await (const _ of printed.of(portions)) {
    if (!printed.lines) throw tooLong()
    job.rows = printed.lines.length
  }
  return printed.lines ?? []
}

const printColumn = (column: ReportColumn): PrintColumn => ({
  title: column.title,
  width: column.width,
  align: alignOf(column),
})

function textOf(kind: ReportColumn['kind'], cell: Cell): string {
  if (cell === null) return ''
  if (kind === 'money' && cell !== '') return withMinus(formatAmount(String(cell)))
  if (typeof cell === 'number') return withMinus(grouped(cell))
  return kind === 'day' && /^\d{4}-\d\d-\d\d$/.test(cell) ? displayDate(cell) : cell
}

interface Facts {
  company: Company
  report: Report
  dateRange: DateRange
  about: string[]
  lines: readonly Line[]
}

function reportPrint({ company, report, dateRange, about, lines }: Facts): ReportPrint {
  const columns = fileColumns(report, dateRange)
  const details = fileDetails(report)
  return {
    company: letterheadOf(company),
    title: report.title,
    about,
    columns: columns.map(printColumn),
    details: details.map(printColumn),
    lines: lines.map((line) => {
      const { kind } = line
      const of = kind === 'detail' ? details : columns
      return {
        kind,
        cells: cellsOf(line, columns, details).map((cell, index) => textOf(of[index]?.kind ?? 'text', cell)),
      }
    }),
  }
}

export const renderReport = (facts: Facts, signal?: AbortSignal): Promise<Buffer> =>
  renderPdf(new URL('./layout.ts', import.meta.url), reportPrint(facts), signal ? { signal } : {})
