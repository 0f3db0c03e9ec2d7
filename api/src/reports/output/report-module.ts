/** Serves every report: a page, a workbook and a PDF from one declaration and one query. */
import { buffer } from 'node:stream/consumers'
import type { Endpoint, FileResult, QueryOf } from '@academy/contract/platform/endpoint.ts'
import { maySeeSensitive, type Told, toldIn } from '@academy/contract/platform/sensitive.ts'
import {
  type DateRange,
  dateRangeOf,
  dateRangeProblem,
  type Report,
  reportFor,
} from '@academy/contract/reports/report.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../platform/data/index.ts'
import { type ApiModule, apiModule, invalid, stepwise } from '../../platform/http/index.ts'
import { inTurn, jobOf, reading } from '../../platform/jobs/index.ts'
import { companyNow } from '../../platform/pdf/index.ts'
import { exported, workbook } from '../../platform/sheets/index.ts'
import { aboutLine, aboutOf, centresOf } from './about.ts'
import { fileColumns, type Line, linesOf, sheetColumns } from './lines.ts'
import { Printed, printable, renderReport } from './pdf.ts'

/** The queries of a report. Rows are the declaration's, with `id` for `_id`; `filters` includes the date range. */
export interface Source<Row, Filters, Query = Partial<Filters>, Given = unknown> {
  /** The range that other filters stand for, a month for example; undefined to use the range filters. */
  dateRangeOf?(query: Query, today: string): DateRange | undefined
  /** Somebody is paid by it, so that it is never read from a standby. */
  paysSomebody?: true
  /** Throws when the filters name something unknown, or hidden from the caller. */
  check?(tx: Tx, filters: Filters): Promise<void>
  /** What rows and totals both need and is dear: read once for a page or a file. */
  given?(tx: Tx, filters: Filters): Promise<Given>
  /** Every row carries the totals, which saves a second query where both need the same sums. */
  isSummed?: true
  /** All rows in an order without ties. `page` is `offset … limit …` or nothing, to be put where it narrows best. */
  rows(tx: Tx, filters: Filters, page: RawBuilder<unknown>, given: Given | undefined): RawBuilder<Row>
  /** The count and the totals of all rows, whatever the page. */
  totals(tx: Tx, filters: Filters, given: Given | undefined): RawBuilder<Totals>
  /** Throws when a page has more than a screen can show. */
  checkPage?(rows: Row[]): void
  /** Adds the details under the rows, which are a page or a portion of a file. */
  detailed?(tx: Tx, filters: Filters, rows: Row[]): Promise<Row[]>
  /** The same for details that only files have. */
  detailedInFiles?(tx: Tx, filters: Filters, rows: Row[]): Promise<Row[]>
}

/** A report's filters with the range they stand for. */
export type FiltersOf<Endpoints extends { excel: Endpoint }> = QueryOf<Endpoints['excel']> & DateRange

/** A row as its query returns it. */
export type RowOf<R extends Report> = Omit<z.output<R['row']>, '_id'> & { id: string }

export type Totals = { total: number } & Record<string, unknown>

type Page = { offset: number; limit: number }
type FileCall<Filters> = Endpoint<string, z.ZodType<Filters>, z.ZodType, FileResult>
type Calls<Filters> = {
  view: Endpoint<string, z.ZodType<Filters & Page>, z.ZodType, z.ZodType>
  excel: FileCall<Filters>
  pdf: FileCall<Filters>
}

/** 400 for an invalid range. A report without a range is about today. */
function dateRangeFor({ range }: Report, filters: Partial<DateRange>, today: string): DateRange {
  if (!range) return { startDate: today, endDate: today }
  const dateRange = dateRangeOf(range, filters, today)
  const problem = dateRangeProblem(range, { ...filters, ...dateRange })
  if (problem) throw invalid([problem])
  return dateRange
}

/** The files of a report as a closed month keeps them. */
export interface KeptFiles {
  report: Report
  workbook: Buffer
  /** Draws the PDF, which needs no database any more; undefined when it would be too long. */
  pdf: (() => Promise<Buffer>) | undefined
}

/** A report as it is mounted. */
interface ReportModule<Filters> extends ApiModule {
  files(tx: Tx, query: Filters): Promise<KeptFiles>
}

const noPage = sql``
/** Sorts and pages an inner query; without a page it sorts nothing, since the outer query sorts anyway. */
export const sortedAndPaged = (order: RawBuilder<unknown>, page: RawBuilder<unknown>) =>
  page === noPage ? noPage : sql`order by ${order} ${page}`

/** The totals from a row of an `isSummed` source. */
const carried = (report: Report, row: object): Totals => ({
  total: Reflect.get(row, 'total'),
  ...Object.fromEntries(Object.keys(report.totals).map((key) => [key, Reflect.get(row, key)])),
})

const onWire = <Row extends { id: string }>(row: Row) => ({ ...row, _id: row.id })

/** What a report reads, for its page as for its files. */
interface Queries<Filters> {
  /** The filters with the range they stand for; throws when they name something unknown. */
  resolved(tx: Tx, query: Filters): Promise<Filters & DateRange>
  page(tx: Tx, query: Filters & Page): Promise<{ filters: Filters & DateRange; totals: Totals; rows: object[] }>
  /** The lines of a file, read as they are written. */
  linesIn(
    tx: Tx,
    filters: Filters & DateRange,
    shown?: Report,
  ): Promise<{ about: string[]; totals: Totals; lines: AsyncIterable<Line[]> }>
}

function queriesOf<Row extends { id: string }, Filters extends Partial<DateRange> & Record<string, unknown>, Given>(
  report: Report,
  source: Source<Row, Filters & DateRange, Filters, Given>,
): Queries<Filters> {
  const resolved = async (tx: Tx, query: Filters) => {
    const filters = { ...query, ...dateRangeFor(report, source.dateRangeOf?.(query, tx.today) ?? query, tx.today) }
    await source.check?.(tx, filters)
    return filters
  }
  const totalsOf = async (tx: Tx, filters: Filters & DateRange, given: Given | undefined): Promise<Totals> =>
    (await tx.query(source.totals(tx, filters, given)))[0] ?? { total: 0 }

  async function* all(tx: Tx, filters: Filters & DateRange, given: Given | undefined) {
    const details = source.detailedInFiles ?? source.detailed
    for await (const rows of tx.portions(source.rows(tx, filters, noPage, given)))
      yield (details ? await details(tx, filters, rows) : rows).map(onWire)
  }
  return {
    resolved,
    page: async (tx, query) => {
      const filters = await resolved(tx, query)
      const { offset, limit } = query
      const given = await source.given?.(tx, filters)
      const found = await tx.query(source.rows(tx, filters, sql`offset ${offset} limit ${limit}`, given))
      source.checkPage?.(found)
      const rows = source.detailed && found.length > 0 ? await source.detailed(tx, filters, found) : found
      // A page past the end has no row with totals.
      const totals = source.isSummed && found[0] ? carried(report, found[0]) : await totalsOf(tx, filters, given)
      return { filters, totals, rows: rows.map(onWire) }
    },
    linesIn: async (tx, filters, shown = reportFor(report, tx.by.can)) => {
      const about = await aboutLine(tx, report, filters)
      const given = await source.given?.(tx, filters)
      const totals = await totalsOf(tx, filters, given)
      const centres = report.byCentre ? await centresOf(tx) : []
      const lines = linesOf(shown, filters, all(tx, filters, given), { about, totals, centres, computedAt: tx.now })
      return { about, totals, lines }
    },
  }
}

/** The module of one report: `reportModule(statementReport, statementReportRoutes, { rows, totals })`. */
export function reportModule<
  Row extends { id: string },
  Filters extends Partial<DateRange> & Record<string, unknown>,
  Given,
>(
  report: Report,
  routes: Calls<Filters>,
  source: Source<Row, Filters & DateRange, Filters, Given>,
): ReportModule<Filters> {
  const queries = queriesOf(report, source)
  const module = apiModule<Calls<Filters>>(routes, {
    view: async (tx, { query }) => {
      const { filters, totals, rows } = await queries.page(tx, query)
      const { startDate, endDate } = filters
      const range = report.range ? { startDate, endDate } : {}
      const about = await aboutOf(tx, report, filters)
      return { ...totals, ...range, about, items: rows, computedAt: tx.now }
    },
    excel: workbookCall(report, queries),
    pdf: pdfCall(report, queries),
  })
  const files = (tx: Tx, query: Filters) => keptFiles(report, queries, tx, query)
  return { ...module, files, fromStandby: !source.paysSomebody }
}

const sheetOf = (report: Report) => report.title.slice(0, longestSheetName)
const isBold = ({ kind }: Line) => kind === 'total'

const workbookCall = <Filters extends Record<string, unknown>>(
  report: Report,
  { resolved, linesIn }: Queries<Filters>,
) =>
  exported<Calls<Filters>['excel'], Line>(async (tx, { query }) => {
    const filters = await resolved(tx, query)
    const { lines, totals } = await linesIn(tx, filters)
    return {
      file: report.file,
      sheet: sheetOf(report),
      columns: sheetColumns(reportFor(report, tx.by.can), filters),
      rows: lines,
      isBold,
      section: report.title,
      // The number of detail lines is not known in advance.
      ...(report.details ? { counted: totals.total } : { expected: totals.total }),
    }
  })

const pdfCall = <Filters extends Record<string, unknown>>(report: Report, { resolved, linesIn }: Queries<Filters>) =>
  stepwise<Calls<Filters>['pdf']>(async (transact, call, _portal, by) => {
    const job = jobOf(by, call)
    const factsIn = async (tx: Tx) => {
      const filters = await resolved(tx, call.query)
      const { about, lines, totals } = await linesIn(tx, filters)
      if (!report.details) job.expected = totals.total
      const printed = await printable(lines, job)
      const shown = reportFor(report, tx.by.can)
      return {
        rows: totals.total,
        told: toldOf(shown, filters, printed),
        facts: { company: await companyNow(tx), report: shown, dateRange: filters, about, lines: printed },
      }
    }
    const name = report.file.replace(/\.xlsx$/, '.pdf')
    return inTurn(job, async () => {
      const { facts, rows, told } = await transact((tx) => reading(tx, job, () => factsIn(tx)))
      const content = await renderReport(facts, job.signal)
      return { name, content, section: report.title, rows, tells: told }
    })
  })

/** The files as a closed month keeps them, without what only some may see (medical notes and I/C numbers). */
async function keptFiles<Filters extends Record<string, unknown>>(
  report: Report,
  { resolved, linesIn }: Queries<Filters>,
  tx: Tx,
  query: Filters,
): Promise<KeptFiles> {
  const filters = await resolved(tx, query)
  const shown = reportFor(report, (permission) => permission !== maySeeSensitive)
  const { about, lines: read } = await linesIn(tx, filters, shown)
  const printed = new Printed()
  const bytes = await buffer(workbook(sheetOf(report), sheetColumns(shown, filters), printed.of(read), isBold))
  const company = await companyNow(tx)
  const { lines } = printed
  const facts = lines && { company, report: shown, dateRange: filters, about, lines }
  return { report, workbook: bytes, pdf: facts && (() => renderReport(facts)) }
}

/** What of medical notes and I/C numbers a printed report shows. */
async function toldOf(shown: Report, dateRange: DateRange, lines: readonly Line[]): Promise<Told> {
  const isShown = fileColumns(shown, dateRange).some(({ isSensitive }) => isSensitive)
  const rows = isShown ? lines.flatMap((line) => (line.kind === 'row' ? [line.row] : [])) : []
  return { ...toldIn(rows), members: [] }
}

/** Excel's limit, in characters. */
const longestSheetName = 31
