/** What every report is served by: a page, a workbook and a PDF of one declaration and one query. */
import type { Endpoint, FileResult, QueryOf } from '@academy/contract/platform/endpoint.ts'
import { type DateRange, dateRangeOf, dateRangeProblem, type Report } from '@academy/contract/reports/report.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../platform/data/index.ts'
import { type ApiModule, apiModule, invalid, stepwise } from '../../platform/http/index.ts'
import { inTurn, jobOf, reading } from '../../platform/jobs/index.ts'
import { exported } from '../../platform/sheets/index.ts'
import { aboutOf, centresOf } from './about.ts'
import { type Line, linesOf, sheetColumns } from './lines.ts'
import { printable, renderReport } from './pdf.ts'

/** How a report is read: its rows are those of the declaration, but with `id` for `_id`. `filters` holds the date range too. */
export interface Source<Row, Filters, Query = Partial<Filters>> {
  /** The range that other filters name, a month for example; undefined where the range itself says it. */
  dateRangeOf?(query: Query, today: string): DateRange | undefined
  /** Throws where the filters ask for what is not there, or not the caller's to see. */
  check?(tx: Tx, filters: Filters): Promise<void>
  /** Its rows carry the totals: where both are made of the same sums, these are reckoned once. */
  isSummed?: true
  /** All rows in an order without ties; `page` goes where it narrows best: `offset … limit …`, or nothing. */
  rows(tx: Tx, filters: Filters, page: RawBuilder<unknown>): RawBuilder<Row>
  /** Of all rows, whatever the page: how many there are, and the totals. */
  totals(tx: Tx, filters: Filters): RawBuilder<Totals>
  /** Throws where a page holds more than a screen can show. */
  checkPage?(rows: Row[]): void
  /** Adds what stands under the rows. Called with a page, or with some of the rows of a file. */
  detailed?(tx: Tx, filters: Filters, rows: Row[]): Promise<Row[]>
  /** The same where only a file has them. */
  filed?(tx: Tx, filters: Filters, rows: Row[]): Promise<Row[]>
}

/** What a report is asked: its filters, and the range that is meant. */
export type FiltersOf<Endpoints extends { excel: Endpoint }> = QueryOf<Endpoints['excel']> & DateRange

/** A row as its query answers it. */
export type RowOf<R extends Report> = Omit<z.output<R['row']>, '_id'> & { id: string }

export type Totals = { total: number } & Record<string, unknown>

type Page = { offset: number; limit: number }
type FileCall<Filters> = Endpoint<string, z.ZodType<Filters>, z.ZodType, FileResult>
type Calls<Filters> = {
  view: Endpoint<string, z.ZodType<Filters & Page>, z.ZodType, z.ZodType>
  excel: FileCall<Filters>
  pdf: FileCall<Filters>
}

/** 400 where the range is none. A report without a range is about today. */
function dateRangeFor({ range }: Report, filters: Partial<DateRange>, today: string): DateRange {
  if (!range) return { startDate: today, endDate: today }
  const dateRange = dateRangeOf(range, filters, today)
  const problem = dateRangeProblem(range, dateRange)
  if (problem) throw invalid([problem])
  return dateRange
}

/** All of it: no page. */
const noPage = sql``
/** Of a query's inner rows: the page in its order, or all of them in none, which the outer query then gives. */
export const paged = (order: RawBuilder<unknown>, page: RawBuilder<unknown>) =>
  page === noPage ? noPage : sql`order by ${order} ${page}`

/** The totals in a row that carries them. */
const carried = (report: Report, row: object) =>
  Object.fromEntries(['total', ...Object.keys(report.totals)].map((key) => [key, Reflect.get(row, key)]))

/** On the wire an id is `_id`. */
const onWire = <Row extends { id: string }>(row: Row) => ({ ...row, _id: row.id })

/** The room of one report: `reportModule(statementReport, statementReportRoutes, { rows, totals })`. */
export function reportModule<Row extends { id: string }, Filters extends Partial<DateRange> & Record<string, unknown>>(
  report: Report,
  routes: Calls<Filters>,
  source: Source<Row, Filters & DateRange, Filters>,
): ApiModule {
  const meant = async (tx: Tx, query: Filters): Promise<Filters & DateRange> => {
    const filters = { ...query, ...dateRangeFor(report, source.dateRangeOf?.(query, tx.today) ?? query, tx.today) }
    await source.check?.(tx, filters)
    return filters
  }
  const totalsOf = async (tx: Tx, filters: Filters & DateRange): Promise<Totals> =>
    (await tx.query(source.totals(tx, filters)))[0] ?? { total: 0 }

  async function* all(tx: Tx, filters: Filters & DateRange) {
    const details = source.filed ?? source.detailed
    for await (const rows of tx.portions(source.rows(tx, filters, noPage)))
      yield (details ? await details(tx, filters, rows) : rows).map(onWire)
  }
  const linesIn = async (tx: Tx, filters: Filters & DateRange, about: readonly string[] = []) => {
    const totals = await totalsOf(tx, filters)
    const centres = report.byCentre ? await centresOf(tx) : []
    return { totals, lines: linesOf(report, filters, all(tx, filters), { about, totals, centres, computedAt: tx.now }) }
  }

  return apiModule<Calls<Filters>>(routes, {
    view: async (tx, { query }) => {
      const filters = await meant(tx, query)
      const { offset, limit } = query
      const rows = await tx.query(source.rows(tx, filters, sql`offset ${offset} limit ${limit}`))
      source.checkPage?.(rows)
      const items = source.detailed && rows.length > 0 ? await source.detailed(tx, filters, rows) : rows
      const { startDate, endDate } = filters
      const range = report.range ? { startDate, endDate } : {}
      // A page past the end has no row to carry them.
      const totals = source.isSummed && rows[0] ? carried(report, rows[0]) : await totalsOf(tx, filters)
      return { ...totals, ...range, items: items.map(onWire), computedAt: tx.now }
    },
    excel: exported<Calls<Filters>['excel'], Line>(async (tx, { query }) => {
      const filters = await meant(tx, query)
      const { lines, totals } = await linesIn(tx, filters, await aboutOf(tx, report, filters))
      return {
        file: report.file,
        sheet: report.title.slice(0, longestSheetName),
        columns: sheetColumns(report, filters),
        rows: lines,
        isBold: ({ kind }) => kind === 'total',
        section: report.title,
        // How many lines stand under the rows is not known before.
        ...(report.details ? {} : { expected: totals.total }),
      }
    }),
    pdf: stepwise<Calls<Filters>['pdf']>(async (transact, call, portal, by) => {
      const job = jobOf(by, call)
      const factsIn = async (tx: Tx) => {
        const filters = await meant(tx, call.query)
        const about = await aboutOf(tx, report, filters)
        const { lines, totals } = await linesIn(tx, filters)
        if (!report.details) job.expected = totals.total
        return { report, dateRange: filters, about, lines: await printable(lines, job) }
      }
      const name = report.file.replace(/\.xlsx$/, '.pdf')
      return inTurn(job, async () => {
        const facts = await transact((tx) => reading(tx, job, () => factsIn(tx)))
        return { name, content: await renderReport(portal, facts, job.signal), section: report.title }
      })
    }),
  })
}

/** What Excel opens. */
const longestSheetName = 31
