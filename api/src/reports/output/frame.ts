/** What every report is served by: a page, a workbook and a PDF of one declaration and one query. */
import type { Endpoint, FileResult, QueryOf } from '@academy/contract/platform/endpoint.ts'
import { type Report, type Span, spanOf, spanProblem } from '@academy/contract/reports/report.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../platform/data/index.ts'
import { type ApiModule, apiModule, invalid, stepwise } from '../../platform/http/index.ts'
import { inTurn, jobOf, reading } from '../../platform/jobs/index.ts'
import { exported } from '../../platform/sheets/index.ts'
import { aboutOf, centresOf } from './about.ts'
import { type Line, linesOf, sheetColumns } from './lines.ts'
import { printable, renderReport } from './pdf.ts'

/** How a report is read: its rows are those of the declaration, but with `id` for `_id`. `asked` are its filters and the range that is meant. */
export interface Source<Row, Asked, Query = Partial<Asked>> {
  /** The range that other filters name, a month for example; undefined where the range itself says it. */
  spanOf?(query: Query, today: string): Span | undefined
  /** Throws where the filters ask for what is not there, or not the caller's to see. */
  check?(tx: Tx, asked: Asked): Promise<void>
  /** Its rows carry the totals: where both are made of the same sums, these are reckoned once. */
  isSummed?: true
  /** All rows in an order without ties; `page` goes where it narrows best: `offset … limit …`, or nothing. */
  rows(tx: Tx, asked: Asked, page: RawBuilder<unknown>): RawBuilder<Row>
  /** Of all rows, whatever the page: how many there are, and the totals. */
  totals(tx: Tx, asked: Asked): RawBuilder<Totals>
  /** Throws where a page holds more than a screen can show. */
  checkPage?(rows: Row[]): void
  /** Adds what stands under the rows. Called with a page, or with some of the rows of a file. */
  detailed?(tx: Tx, asked: Asked, rows: Row[]): Promise<Row[]>
  /** The same where only a file has them. */
  filed?(tx: Tx, asked: Asked, rows: Row[]): Promise<Row[]>
}

/** What a report is asked: its filters, and the range that is meant. */
export type AskedOf<Endpoints extends { excel: Endpoint }> = QueryOf<Endpoints['excel']> & Span

/** A row as its query answers it. */
export type RowOf<R extends Report> = Omit<z.output<R['row']>, '_id'> & { id: string }

export type Totals = { total: number } & Record<string, unknown>

type Page = { offset: number; limit: number }
type FileCall<Asked> = Endpoint<string, z.ZodType<Asked>, z.ZodType, FileResult>
type Calls<Asked> = {
  view: Endpoint<string, z.ZodType<Asked & Page>, z.ZodType, z.ZodType>
  excel: FileCall<Asked>
  pdf: FileCall<Asked>
}

/** 400 where the range is none. A report without a range is about today. */
function spanFor({ range }: Report, asked: Partial<Span>, today: string): Span {
  if (!range) return { startDate: today, endDate: today }
  const span = spanOf(range, asked, today)
  const problem = spanProblem(range, span)
  if (problem) throw invalid([problem])
  return span
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
export function reportModule<Row extends { id: string }, Asked extends Partial<Span> & Record<string, unknown>>(
  report: Report,
  routes: Calls<Asked>,
  source: Source<Row, Asked & Span, Asked>,
): ApiModule {
  const meant = async (tx: Tx, query: Asked): Promise<Asked & Span> => {
    const asked = { ...query, ...spanFor(report, source.spanOf?.(query, tx.today) ?? query, tx.today) }
    await source.check?.(tx, asked)
    return asked
  }
  const totalsOf = async (tx: Tx, asked: Asked & Span): Promise<Totals> =>
    (await tx.query(source.totals(tx, asked)))[0] ?? { total: 0 }

  async function* all(tx: Tx, asked: Asked & Span) {
    const details = source.filed ?? source.detailed
    for await (const rows of tx.portions(source.rows(tx, asked, noPage)))
      yield (details ? await details(tx, asked, rows) : rows).map(onWire)
  }
  const linesIn = async (tx: Tx, asked: Asked & Span, about: readonly string[] = []) => {
    const totals = await totalsOf(tx, asked)
    const centres = report.byCentre ? await centresOf(tx) : []
    return { totals, lines: linesOf(report, asked, all(tx, asked), { about, totals, centres, computedAt: tx.now }) }
  }

  return apiModule<Calls<Asked>>(routes, {
    view: async (tx, { query }) => {
      const asked = await meant(tx, query)
      const { offset, limit } = query
      const rows = await tx.query(source.rows(tx, asked, sql`offset ${offset} limit ${limit}`))
      source.checkPage?.(rows)
      const items = source.detailed && rows.length > 0 ? await source.detailed(tx, asked, rows) : rows
      const { startDate, endDate } = asked
      const range = report.range ? { startDate, endDate } : {}
      // A page past the end has no row to carry them.
      const totals = source.isSummed && rows[0] ? carried(report, rows[0]) : await totalsOf(tx, asked)
      return { ...totals, ...range, items: items.map(onWire), computedAt: tx.now }
    },
    excel: exported<Calls<Asked>['excel'], Line>(async (tx, { query }) => {
      const asked = await meant(tx, query)
      const { lines, totals } = await linesIn(tx, asked, await aboutOf(tx, report, asked))
      return {
        file: report.file,
        sheet: report.title.slice(0, longestSheetName),
        columns: sheetColumns(report, asked),
        rows: lines,
        isBold: ({ kind }) => kind === 'total',
        section: report.title,
        // How many lines stand under the rows is not known before.
        ...(report.details ? {} : { expected: totals.total }),
      }
    }),
    pdf: stepwise<Calls<Asked>['pdf']>(async (begin, call, portal, by) => {
      const job = jobOf(by, call)
      const factsIn = async (tx: Tx) => {
        const asked = await meant(tx, call.query)
        const about = await aboutOf(tx, report, asked)
        const { lines, totals } = await linesIn(tx, asked)
        if (!report.details) job.expected = totals.total
        return { report, span: asked, about, lines: await printable(lines, job) }
      }
      const name = report.file.replace(/\.xlsx$/, '.pdf')
      return inTurn(job, async () => {
        const facts = await begin((tx) => reading(tx, job, () => factsIn(tx)))
        return { name, content: await renderReport(portal, facts, job.signal), section: report.title }
      })
    }),
  })
}

/** What Excel opens. */
const longestSheetName = 31
