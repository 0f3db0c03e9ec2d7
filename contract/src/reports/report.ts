/**
 * A report is declared once: its filters, its rows, and how they are shown. Endpoints, screen, workbook and PDF are made
 * from this declaration; `api/src/reports/<subject>/<report>.ts` adds the queries.
 */
import { z } from 'zod'
import { addDays, daysBetween } from '../courses/calendar.ts'
import { endpoint, type May } from '../platform/endpoint.ts'
import { grouped } from '../platform/figures.ts'
import type { Permission } from '../platform/permission.ts'
import { dayRange, page } from '../platform/query.ts'
import { maySeeSensitive } from '../platform/sensitive.ts'
import type { ScreenPath } from '../screens.ts'

/** The content of a cell. Money is RM as text with two decimals, a day is `YYYY-MM-DD`. */
export type Cell = string | number | null

/** What a figure links to; the screen shows the link to those who may open it. */
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

export type SetFilters = Readonly<Record<string, string | undefined>>

export interface ReportColumn<Row = unknown, Totals = unknown> {
  /** The row's field, unless `value` says otherwise. */
  key: string
  title: string
  /** `integer` are credits and counts, `decimal` is a text with one decimal, `money` is RM. */
  kind: 'text' | 'day' | 'integer' | 'decimal' | 'money'
  /** In characters: of the workbook's column, and its share of the PDF's page. */
  width: number
  value?(row: Row): Cell
  /** The figure in the row of totals, over all rows, whatever the page. */
  total?(totals: Totals): Cell
  /** `filters` are those that were set: the link must not show more than was added up. */
  drillDown?(row: Row, dateRange: DateRange | undefined, filters: SetFilters): DrillDown | null
  totalDrillDown?(totals: Totals, dateRange: DateRange | undefined, filters: SetFilters): DrillDown | null
  /** Shown only there: a file may need a column for what is a link on the screen. */
  only?: 'files' | 'screen'
  /** For the marks of a grid. */
  align?: 'center'
  /** Left out for who may not see a member's medical notes and I/C number. */
  isSensitive?: true
}

/** How a filter is entered; `filters` has its schema under the same key. */
export type ReportInput =
  | { key: string; label: string; kind: 'lookup'; resource: string; required?: boolean }
  /** The first option is the form's default. */
  | { key: string; label: string; kind: 'choice'; options: readonly { value: string; label: string }[] }
  /** A choice shown as tabs above the table. */
  | { key: string; label: string; kind: 'tabs'; options: readonly { value: string; label: string }[] }
  | { key: string; label: string; kind: 'text'; placeholder?: string }
  | { key: string; label: string; kind: 'day'; latest?: 'today' }
  /** `YYYY-MM`, by default this month. */
  | { key: string; label: string; kind: 'month' }

/** The days a report is about, inclusive. */
export interface DateRange {
  startDate: string
  endDate: string
}

interface ReportRange {
  /** Which date the range filters, for example 'Class Date'. */
  label: string
  /** The default range starts so many days before today. */
  back: number
  /** The longest range, both ends counted; 366 days by default. */
  most?: { days: number; message: string }
  /** A filter that leaves so few rows that, while it is set, the range may be of any length. */
  anyLengthWith?: string
}

type Shape = Record<string, z.ZodType>

/** A figure shown above the table. */
export interface ReportFigure {
  label: string
  value: number
  drillDown: DrillDown | null
}

/** A sum told above the table under a name of its own. */
export interface ReportSum<Totals = unknown> {
  label: string
  kind: 'integer' | 'money'
  of(totals: Totals): Cell
}

/** Rows under a row, for example a wallet's entries under its member. */
export interface ReportDetails<Row = unknown, Detail = unknown> {
  title: string
  /** When they may be too many for the screen, where a figure of the row links to them instead. */
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
  /** Its endpoints are under `/report/<name>`. */
  name: Name
  /** The path of its screen. */
  path: string
  title: string
  may: May
  /** The permission to export it as Excel or PDF. */
  mayExport: Permission
  /** Those that open the PDF as well. */
  mayPrint?: readonly Permission[]
  /** The workbook's file name, with `.xlsx`; the PDF has the same with `.pdf`. */
  file: string
  /** A row on the wire, with a unique `_id`. */
  row: Row
  /** Sums over all rows, besides `total`. */
  totals: Totals
  filters: Filters
  inputs: readonly ReportInput[]
  range?: ReportRange
  columns:
    | readonly ReportColumn<z.output<Row>, z.output<z.ZodObject<Totals>>>[]
    | ((dateRange: DateRange) => readonly ReportColumn<z.output<Row>, z.output<z.ZodObject<Totals>>>[])
  details?: ReportDetails<z.output<Row>>
  /** Sentences above the table, for example that a statement's sums agree. */
  sentences?(totals: z.output<z.ZodObject<Totals>>): string[]
  /** They take two lines at a desk, which are kept for them until they are there. */
  longSentences?: true
  /** Sentences below it, of several lines: how the sums come about. */
  proof?(totals: z.output<z.ZodObject<Totals>>): string[]
  /** The sums told above the table, where these are not the totals of its columns. */
  sums?: readonly ReportSum<z.output<z.ZodObject<Totals>>>[]
  /** Sums without a column, for example what expires when. They and the sentences are shown without rows, too. */
  figures?(totals: z.output<z.ZodObject<Totals>>): ReportFigure[]
  /** Users restricted to some centres see only these in it. */
  byCentre?: true
  /** Said above the filters, with a link to the screen that goes on from there, for whoever may see that. */
  beside?: { words: string; path: ScreenPath; search?(dateRange: DateRange): Record<string, string> }
  /** Shown without rows: why there are none, and what to do next. */
  empty: string
}

/** Infers a declaration's types, so that its columns know its rows and totals. */
export const defineReport = <
  const Name extends string,
  Row extends z.ZodType,
  Totals extends Shape,
  Filters extends Shape,
>(
  report: Report<Name, Row, Totals, Filters>,
): Report<Name, Row, Totals, Filters> => report

/** Rows on a page of a report's screen. */
export const reportPageSize = 20

/** The longest range in days, both ends counted; undefined when these filters allow any. */
export const longestRange = (
  { most = defaultMost, anyLengthWith }: ReportRange,
  filters: object,
): number | undefined => (anyLengthWith && Reflect.get(filters, anyLengthWith) ? undefined : most.days)

const defaultMost = { days: 366, message: 'The range must be at most 366 days' }

/** The range of the filters; a missing end comes from the report's default range. */
export function dateRangeOf({ back }: ReportRange, filters: Partial<DateRange>, today: string): DateRange {
  const { startDate, endDate } = filters
  if (startDate && !endDate) return { startDate, endDate: startDate > today ? startDate : today }
  const end = endDate ?? today
  return { startDate: startDate ?? addDays(end, -back), endDate: end }
}

/** What is wrong with the range of the filters, at which field. */
export function dateRangeProblem(range: ReportRange, filters: DateRange) {
  const { startDate, endDate } = filters
  const { message } = range.most ?? defaultMost
  const days = longestRange(range, filters) ?? Number.POSITIVE_INFINITY
  if (startDate > endDate) return { path: 'endDate', message: 'The range must end on or after the day it starts' }
  return daysBetween(startDate, endDate) < days ? undefined : { path: 'endDate', message }
}

/** The sentences for files, which have the figures in a last one. */
export function summaryOf(
  report: Pick<Report, 'sentences' | 'proof' | 'figures'>,
  totals: Record<string, unknown>,
): string[] {
  const figures = report.figures?.(totals).map(({ label, value }) => `${label} ${grouped(value)}`) ?? []
  return [...(report.sentences?.(totals) ?? []), ...(report.proof?.(totals) ?? []), figures.join(', ')].filter(Boolean)
}

/** The columns; those of a grid depend on its days. */
export const columnsOf = (
  report: Pick<Report, 'columns'>,
  dateRange: DateRange | undefined,
): readonly ReportColumn[] =>
  typeof report.columns === 'function' ? (dateRange ? report.columns(dateRange) : []) : report.columns

/** The report with the columns that somebody may see. */
export function reportFor<R extends Pick<Report, 'columns'>>(report: R, can: (permission: Permission) => boolean): R {
  if (can(maySeeSensitive)) return report
  const { columns } = report
  const open = (all: readonly ReportColumn[]) => all.filter((column) => !column.isSensitive)
  return {
    ...report,
    columns: typeof columns === 'function' ? (dateRange: DateRange) => open(columns(dateRange)) : open(columns),
  }
}

const isFields = (row: unknown): row is Record<string, unknown> => typeof row === 'object' && row !== null

/** The cell of a row in a column. */
export function cellOf(column: ReportColumn, row: unknown): Cell {
  if (column.value) return column.value(row)
  const value = isFields(row) ? row[column.key] : null
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** Figures stand at the right of their column and the rest at the left, unless the column says otherwise. */
export const alignOf = ({ kind, align }: Pick<ReportColumn, 'kind' | 'align'>): 'left' | 'right' | 'center' =>
  align ?? (kind === 'text' || kind === 'day' ? 'left' : 'right')

/** The endpoints of a report: a page of it, and all of it as a workbook and as a PDF. */
export function reportRoutes<
  const Name extends string,
  Row extends z.ZodType,
  Totals extends Shape,
  Filters extends Shape,
>(report: Report<Name, Row, Totals, Filters>) {
  const { offset, limit } = page([])
  const path = `/report/${report.name}` as const
  // Of a report without a range they would be taken and ignored.
  const range = (report.range ? dayRange : {}) as typeof dayRange
  const filters = z.object({ ...range, ...report.filters })
  return {
    view: endpoint({
      method: 'GET',
      path,
      may: report.may,
      summary: `${report.title}; totals are over all rows, whatever the page`,
      query: z.object({ offset, limit, ...range, ...report.filters }),
      result: z.object({
        items: z.array(report.row),
        total: z.number(),
        /** The instant of which all figures of an answer are. */
        computedAt: z.string(),
        /** The range and the filters that were set, in words. */
        about: z.array(z.string()),
        /** The range used, if the report has one. */
        startDate: z.string().optional(),
        endDate: z.string().optional(),
        ...report.totals,
      }),
    }),
    excel: endpoint({
      method: 'GET',
      path: `${path}/generate/excel`,
      confirmed: true,
      may: report.mayExport,
      query: filters,
      result: { file: 'xlsx' as const },
    }),
    pdf: endpoint({
      method: 'GET',
      path: `${path}/generate/pdf`,
      confirmed: true,
      may: [report.mayExport, ...(report.mayPrint ?? [])],
      query: filters,
      result: { file: 'pdf' as const },
    }),
  }
}
