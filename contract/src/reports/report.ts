/**
 * A report is told once: what may be asked, what a line holds, how a line is shown. The call, the screen, the workbook
 * and the PDF are made of this declaration; `api/src/reports/<report>.ts` adds one query.
 */
import { z } from 'zod'
import { addDays, daysBetween } from '../courses/calendar.ts'
import type { May } from '../platform/endpoint.ts'
import { endpoint } from '../platform/endpoint.ts'
import { grouped } from '../platform/figures.ts'
import type { Permission } from '../platform/permission.ts'
import { day, page } from '../platform/query.ts'

/** What stands in a cell. Money is RM as text with two decimals, a day is `YYYY-MM-DD`. */
export type Cell = string | number | null

/** What a figure opens: the screen draws a link where that screen stands and the person may see it. */
export type DrillDown =
  | { to: 'class'; course: string; class: string; date: string }
  /** Found by its receipt or order number, in the list of its kind: cash to verify, or what was paid into the wallet. */
  | { to: 'payment'; number: string; paymentType: 'Cash' | 'Direct'; member: string }
  | { to: 'member'; member: string; tab?: 'class' | 'financial' | 'attendance' }
  /** A wallet's history of these days. */
  | { to: 'ledger'; member: string; startDate: string; endDate: string }
  | { to: 'adjustment'; adjustment: string }
  /** Another report, with its filters. */
  | { to: 'report'; path: string; may: May; search: Record<string, string> }

export interface ReportColumn<Row = unknown, Totals = unknown> {
  /** The row's field, unless `value` says otherwise. */
  key: string
  title: string
  /** `integer` are credits and counts, `money` is RM. */
  kind: 'text' | 'day' | 'integer' | 'money'
  /** In characters: of the workbook's column, and its share of the PDF's page. */
  width: number
  value?(row: Row): Cell
  /** The figure in the row of totals, over all rows and not of the page. */
  total?(totals: Totals): Cell
  drillDown?(row: Row, dateRange: DateRange | undefined): DrillDown | null
  /** `filters` are the filters that were set: what opens must not show more than was added up. */
  totalDrillDown?(
    totals: Totals,
    dateRange: DateRange | undefined,
    filters: Readonly<Record<string, string | undefined>>,
  ): DrillDown | null
  /** Left out elsewhere: what a link says on the screen may need a column in a file. */
  only?: 'files' | 'screen'
  /** Marks of a grid. */
  align?: 'center'
}

/** How a filter is entered; its rule stands in `filters` under the same key. */
export type ReportInput =
  | { key: string; label: string; kind: 'lookup'; resource: string; required?: boolean }
  /** The first option is what an untouched form asks for. */
  | { key: string; label: string; kind: 'choice'; options: readonly { value: string; label: string }[] }
  /** A choice that stands above the table as tabs. */
  | { key: string; label: string; kind: 'tabs'; options: readonly { value: string; label: string }[] }
  | { key: string; label: string; kind: 'text'; placeholder?: string }
  | { key: string; label: string; kind: 'day'; latest?: 'today' }

/** The days a report is about, inclusive. */
export interface DateRange {
  startDate: string
  endDate: string
}

export interface ReportRange {
  /** What the days are days of: 'Class Date'. */
  label: string
  /** The usual range goes so many days back from today. */
  back: number
  /** Longest range, both ends counted; 366 unless said. */
  most?: { days: number; message: string }
}

type Shape = Record<string, z.ZodType>

/** A figure that stands above the table, beside others of its kind. */
export interface ReportFigure {
  label: string
  value: number
  drillDown: DrillDown | null
}

/** Rows under a row: a wallet's entries under its member. */
export interface ReportDetails<Row = unknown, Detail = unknown> {
  title: string
  /** Where they may be more than a screen holds: there a figure of the row opens them. */
  only?: 'files'
  of(row: Row): readonly Detail[]
  columns: readonly ReportColumn<Detail>[]
}

export interface Report<
  Name extends string = string,
  Row extends z.ZodType = z.ZodType,
  Totals extends Shape = Shape,
  Filters extends Shape = Shape,
> {
  /** Its calls stand under `/report/` and this. */
  name: Name
  /** Its screen's address. */
  path: string
  title: string
  may: May
  /** Who takes it away as Excel or PDF. */
  mayExport: Permission | readonly [Permission, ...Permission[]]
  /** The workbook's name with its ending; the PDF's is the same with its own. */
  file: string
  /** One line on the wire; `_id` tells it from the others. */
  row: Row
  /** Beside `total`, over all rows. */
  totals: Totals
  filters: Filters
  inputs: readonly ReportInput[]
  range?: ReportRange
  columns:
    | readonly ReportColumn<z.output<Row>, z.output<z.ZodObject<Totals>>>[]
    | ((dateRange: DateRange) => readonly ReportColumn<z.output<Row>, z.output<z.ZodObject<Totals>>>[])
  details?: ReportDetails<z.output<Row>>
  /** Sentences that stand above the table, for example that a statement's sums agree. */
  says?(totals: z.output<z.ZodObject<Totals>>): string[]
  /** Sums that are no column's, for example what will expire when; they and the sentences stand without rows, too. */
  figures?(totals: z.output<z.ZodObject<Totals>>): ReportFigure[]
  /** Who is held to some centres sees those alone in it. */
  byCentre?: true
  /** Why there is nothing, and what to do next. */
  empty: string
}

/** Keeps a declaration's types: its columns know its rows and totals. */
export const defineReport = <
  const Name extends string,
  Row extends z.ZodType,
  Totals extends Shape,
  Filters extends Shape,
>(
  report: Report<Name, Row, Totals, Filters>,
): Report<Name, Row, Totals, Filters> => report

/** Rows to a page of a report's screen. */
export const reportPageSize = 20

const usualMost = { days: 366, message: 'The range must be at most 366 days' }

/** The range that is meant: what is not said comes from the report's usual one. */
export function dateRangeOf({ back }: ReportRange, filters: Partial<DateRange>, today: string): DateRange {
  const { startDate, endDate } = filters
  if (startDate && !endDate) return { startDate, endDate: startDate > today ? startDate : today }
  const end = endDate ?? today
  return { startDate: startDate ?? addDays(end, -back), endDate: end }
}

/** What is wrong with a range, at which field. */
export function dateRangeProblem({ most = usualMost }: ReportRange, { startDate, endDate }: DateRange) {
  if (startDate > endDate) return { path: 'endDate', message: 'The range must end on or after the day it starts' }
  return daysBetween(startDate, endDate) < most.days ? undefined : { path: 'endDate', message: most.message }
}

/** What is said of the rows: sentences, and in files the figures that the screen shows beside each other. */
export function sayingsOf(report: Pick<Report, 'says' | 'figures'>, totals: Record<string, unknown>): string[] {
  const figures = report.figures?.(totals).map(({ label, value }) => `${label} ${grouped(value)}`) ?? []
  return [...(report.says?.(totals) ?? []), figures.join(', ')].filter(Boolean)
}

/** The columns, of a grid those of its days. */
export const columnsOf = (
  report: Pick<Report, 'columns'>,
  dateRange: DateRange | undefined,
): readonly ReportColumn[] =>
  typeof report.columns === 'function' ? (dateRange ? report.columns(dateRange) : []) : report.columns

const isFields = (row: unknown): row is Record<string, unknown> => typeof row === 'object' && row !== null

/** What a column shows of a row. */
export function cellOf(column: ReportColumn, row: unknown): Cell {
  if (column.value) return column.value(row)
  const value = isFields(row) ? row[column.key] : null
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

const rangeShape = { startDate: day().optional(), endDate: day().optional() }

/** The calls of a report: a page of it, and all of it as a workbook and as a PDF. */
export function reportRoutes<
  const Name extends string,
  Row extends z.ZodType,
  Totals extends Shape,
  Filters extends Shape,
>(report: Report<Name, Row, Totals, Filters>) {
  const { offset, limit } = page([])
  const path = `/report/${report.name}` as const
  const filters = z.object({ ...rangeShape, ...report.filters })
  return {
    view: endpoint({
      method: 'GET',
      path,
      may: report.may,
      summary: `${report.title}; totals are over all rows, whatever the page`,
      query: z.object({ offset, limit, ...rangeShape, ...report.filters }),
      result: z.object({
        items: z.array(report.row),
        total: z.number(),
        /** When it was read: every figure of one answer is of this moment. */
        computedAt: z.string(),
        /** The range that was meant, where the report has one. */
        startDate: z.string().optional(),
        endDate: z.string().optional(),
        ...report.totals,
      }),
    }),
    excel: endpoint({
      method: 'GET',
      path: `${path}/generate/excel`,
      may: report.mayExport,
      query: filters,
      result: { file: 'xlsx' as const },
    }),
    pdf: endpoint({
      method: 'GET',
      path: `${path}/generate/pdf`,
      may: report.mayExport,
      query: filters,
      result: { file: 'pdf' as const },
    }),
  }
}
