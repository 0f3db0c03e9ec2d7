/**
 * The screen of any report:
 *
 *   <ReportPage report={statementReport} routes={statementReportRoutes} />
 *   <ReportPage report={expiryReport} routes={expiryReportRoutes} actions={(row) => <ClearButton row={row} />} />
 */
import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import {
  columnsOf,
  type DateRange,
  type Report,
  type ReportColumn,
  type ReportDetails,
  type ReportFigure,
  type ReportInput,
  reportFor,
  reportPageSize,
} from '@academy/contract/reports/report.ts'
import { allCentres } from '@academy/contract/staff/users.ts'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { showDay, showInstant } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useList } from '../platform/client/list.ts'
import { useSession } from '../platform/client/session.ts'
import { useToday } from '../platform/client/today.ts'
import { Page } from '../platform/shell/Page.tsx'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { type Column, ListTable } from '../platform/table/Table.tsx'
import { cellOf, openerWidth } from '../platform/table/table-parts.tsx'
import { Tabs } from '../ui/first/Tabs.tsx'
import { ExportButtons, type FileEndpoint } from './ExportButtons.tsx'
import { alignOf, cellText, Figure, ReportCell } from './ReportCell.tsx'
import { type Draft, filtersIn, ReportFilters } from './ReportFilters.tsx'
import './reports.css'

type Answer = {
  items: { _id: string }[]
  total: number
  computedAt: string
  startDate?: string | undefined
  endDate?: string | undefined
}

export interface ReportPageProps<View extends Endpoint> {
  report: Report
  routes: { view: View; excel: FileEndpoint; pdf: FileEndpoint }
  actions?: (row: { _id: string }) => ReactNode
  /** Between the title and the filters, for example tabs. */
  children?: ReactNode
}

const dateRangeIn = ({ startDate, endDate }: Answer): DateRange | undefined =>
  startDate && endDate ? { startDate, endDate } : undefined

export function ReportPage({
  report,
  routes,
  actions,
  children,
}: ReportPageProps<Endpoint<string, z.ZodType, z.ZodType, z.ZodType<Answer>>>) {
  const address = useAddress()
  const centres = useOwnCentres()
  const { can } = useSession()
  const [isChanged, setChanged] = useState(false)
  const filters = filtersIn(report, address, useToday())
  const isComplete =
    report.inputs.every((input) => input.kind !== 'lookup' || !input.required || filters[input.key]) ||
    Boolean(filters.classId)
  const list = useList(routes.view, { query: filters, status: false, size: reportPageSize, enabled: isComplete })
  const answer = isComplete ? list.answer : undefined
  const dateRange = answer ? dateRangeIn(answer) : undefined
  const details = report.details?.only === 'files' ? undefined : report.details
  const columns = columnsOf(reportFor(report, can), dateRange).filter(({ only }) => only !== 'files')
  const figures = answer ? (report.figures?.(answer) ?? []) : []
  const message = answer && (answer.total > 0 || report.figures) ? (report.sentences?.(answer) ?? []) : []
  const tabs = report.inputs.find((input) => input.kind === 'tabs')
  return (
    <Page
      title={report.title}
      actions={
        isComplete && (
          <ExportButtons
            report={report}
            excel={routes.excel}
            pdf={routes.pdf}
            filters={filters}
            isChanged={isChanged}
          />
        )
      }
    >
      {children}
      <ReportFilters report={report} items={list.rows} onAgain={() => void list.again()} onChanged={setChanged} />
      <Figures figures={figures} />
      <Tabbed input={tabs} filters={filters}>
        <div className="report">
          <div className="report-notes">
            {report.range && dateRange && (
              <p className="report-printed">{`${t(report.range.label)} ${showDay(dateRange.startDate)} - ${showDay(dateRange.endDate)}`}</p>
            )}
            {message.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {answer && !report.details && figures.length === 0 && <Sums columns={columns} totals={answer} />}
            {report.byCentre && centres.length > 0 && <p>{t('Only of {centres}.', { centres: centres.join(', ') })}</p>}
            <p className="muted report-computed">
              {answer ? t('Computed at {at}', { at: showInstant(answer.computedAt) }) : '\u00a0'}
            </p>
          </div>
          <ListTable
            keepsColumns
            label={report.title}
            list={list}
            columns={columns.map((column, place) => tableColumn(column, place, dateRange))}
            emptyTitle={null}
            emptyHint={report.empty}
            pageSizes={[reportPageSize, 50, 100, 200]}
            {...(actions ? { actions } : {})}
            {...(details ? { expanded: detailsOf(details, dateRange) } : {})}
            {...(answer && answer.total > 0
              ? {
                  summary: () => (
                    <Totals
                      columns={columns}
                      totals={answer}
                      dateRange={dateRange}
                      filters={filters}
                      expands={Boolean(details)}
                      acts={Boolean(actions)}
                    />
                  ),
                }
              : {})}
          />
        </div>
      </Tabbed>
    </Page>
  )
}

/** In characters; longer text may wrap. */
const longText = 24

/** The centres the user is restricted to; empty for users who see all. */
function useOwnCentres(): string[] {
  const { user } = useSession()
  if (!user || user.accessRight.includes(allCentres)) return []
  return user.centreIncharge.map(({ description }) => description)
}

/**
 * The totals in one line above the table, because the totals row may be out of view, and on a phone most columns are.
 */
function Sums({ columns, totals }: { columns: readonly ReportColumn[]; totals: Answer }) {
  const sums = columns.flatMap((column) => {
    const sum = column.align === 'center' ? null : (column.total?.(totals) ?? null)
    if (sum === null) return []
    const words = cellText(column.kind, sum)
    return [column.kind === 'text' ? words : `${t(column.title)} ${words}`]
  })
  return sums.length > 0 && <p>{`${t('Total')}: ${sums.join(' · ')}`}</p>
}

/** Sums that belong to no column, linked where they have a drill-down. */
function Figures({ figures }: { figures: readonly ReportFigure[] }) {
  if (figures.length === 0) return null
  return (
    <dl className="report-figures">
      {figures.map(({ label, value, drillDown }) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>
            <Figure words={cellText('integer', value)} drillDown={drillDown} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface TabbedProps {
  input: Extract<ReportInput, { kind: 'tabs' }> | undefined
  filters: Draft
  children: ReactNode
}

/** The table below the tabs of a tabbed filter. */
function Tabbed({ input, filters, children }: TabbedProps) {
  const change = useChangeAddress()
  if (!input) return children
  const { key, label, options } = input
  const chosen = options.find(({ value }) => value === filters[key]) ?? options[0]
  return (
    <Tabs
      label={t(label)}
      activeKey={chosen?.value ?? ''}
      onChange={(value) => change({ [key]: value === options[0]?.value ? undefined : value, page: undefined })}
      items={options.map(({ value, label: words }) => ({ key: value, label: t(words), children }))}
    />
  )
}

function columnProps({ kind, align }: ReportColumn): string {
  if (align === 'center') return 'report-mark'
  return kind === 'text' ? 'report-text' : 'number'
}

const tableColumn = (
  column: ReportColumn,
  place: number,
  dateRange: DateRange | undefined,
): Column<{ _id: string }> => ({
  key: column.key,
  title: column.title,
  align: alignOf(column),
  ...(place === 0 ? { fixed: 'left' as const } : {}),
  className: place === 0 ? 'report-first' : columnProps(column),
  render: (row) => <ReportCell column={column} row={row} dateRange={dateRange} />,
})

interface TotalsProps {
  columns: readonly ReportColumn[]
  totals: Answer
  dateRange: DateRange | undefined
  filters: Draft
  expands: boolean
  acts: boolean
}

/** The last line: sums over all rows, not only the page. */
function Totals({ columns, totals, dateRange, filters, expands, acts }: TotalsProps) {
  const sums = columns.map((column) => column.total?.(totals) ?? null)
  if (sums.every((sum) => sum === null)) return null
  return (
    <tr className="report-totals">
      {expands && <td {...cellOf({ fixed: 'left' })} />}
      {columns.map((column, place) => {
        const sum = sums[place] ?? null
        return (
          <td
            key={column.key}
            {...cellOf({
              align: alignOf(column),
              fixed: place === 0 && 'left',
              left: place === 0 && expands ? openerWidth : 0,
            })}
          >
            {sum === null ? (
              place === 0 && t('Total')
            ) : (
              <Figure
                words={cellText(column.kind, sum)}
                drillDown={column.totalDrillDown?.(totals, dateRange, filters)}
              />
            )}
          </td>
        )
      })}
      {acts && <td />}
    </tr>
  )
}

/** The details of a row, as a nested table. */
const detailsOf = (details: ReportDetails, dateRange: DateRange | undefined) => ({
  hasMore: (row: unknown) => details.of(row).length > 0,
  render: (row: unknown) => <Details details={details} row={row} dateRange={dateRange} />,
})

interface DetailsProps {
  details: ReportDetails
  row: unknown
  dateRange: DateRange | undefined
}

function Details({ details, row, dateRange }: DetailsProps) {
  const columns = details.columns.filter(({ only }) => only !== 'files')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than its place is scrolled with the arrow keys
    <section className="report-details" aria-label={t(details.title)} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={`align-${alignOf(column)}`}>
                {t(column.title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {details.of(row).map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries of an answer do not move
            <tr key={place}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={`align-${alignOf(column)} ${column.width > longText ? 'report-text' : ''}`}
                >
                  <ReportCell column={column} row={one} dateRange={dateRange} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
