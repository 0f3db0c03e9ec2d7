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
  dateRangeProblem,
  type Report,
  type ReportInput,
  reportFor,
  reportPageSize,
} from '@academy/contract/reports/report.ts'
import { screenOf } from '@academy/contract/screens.ts'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { t } from '../platform/client/i18n.ts'
import { useList, useOfRows } from '../platform/client/list.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useToday } from '../platform/client/today.ts'
import { Allowed } from '../platform/shell/Guard.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { useAddress, useChangeAddress } from '../platform/table/address.ts'
import { ButtonLink } from '../platform/table/rows/EntryActions.tsx'
import { ListTable } from '../platform/table/Table.tsx'
import { Tabs } from '../ui/first/Tabs.tsx'
import { ExportButtons, type FileEndpoint } from './ExportButtons.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import { type Answer, ReportProof, ReportStrip } from './ReportStrip.tsx'
import { type Draft, filtersIn } from './report-draft.ts'
import { detailsOf, Totals, tableColumn } from './report-table.tsx'
import './reports.css'

interface ReportPageProps<View extends Endpoint> {
  report: Report
  routes: { view: View; excel: FileEndpoint; pdf: FileEndpoint }
  actions?: (row: { _id: string }) => ReactNode
}

const dateRangeIn = ({ startDate, endDate }: Draft): DateRange | undefined =>
  startDate && endDate ? { startDate, endDate } : undefined

/** The range that is asked for: a grid has its columns before its rows are there. */
function dateRangeAsked({ range }: Report, filters: Draft): DateRange | undefined {
  const asked = dateRangeIn(filters)
  return range && asked && !dateRangeProblem(range, { ...filters, ...asked }) ? asked : undefined
}

export function ReportPage({
  report,
  routes,
  actions,
}: ReportPageProps<Endpoint<string, z.ZodType, z.ZodType, z.ZodType<Answer>>>) {
  const address = useAddress()
  const { can } = useSession()
  const [isChanged, setChanged] = useState(false)
  const filters = filtersIn(report, address, useToday())
  const isComplete =
    report.inputs.every((input) => input.kind !== 'lookup' || !input.required || filters[input.key]) ||
    Boolean(filters.classId)
  const list = useList(routes.view, { query: filters, status: false, size: reportPageSize, enabled: isComplete })
  // The figures lead to what they are made of, not to what is on its way.
  const shown = useOfRows(list, filters)
  const answer = isComplete ? list.answer : undefined
  const dateRange = answer
    ? dateRangeIn({ startDate: answer.startDate, endDate: answer.endDate })
    : dateRangeAsked(report, filters)
  const details = report.details?.only === 'files' ? undefined : report.details
  const columns = columnsOf(reportFor(report, can), dateRange).filter(({ only }) => only !== 'files')
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
      <div className="report-screen">
        <Beside report={report} dateRange={dateRangeAsked(report, filters)} />
        {(report.range || report.inputs.some((input) => input !== tabs)) && (
          <ReportFilters
            report={report}
            items={list.rows}
            about={answer?.about}
            onAgain={() => void list.again()}
            onChanged={setChanged}
          />
        )}
        {isComplete && (
          <ReportStrip report={report} columns={columns} answer={answer} dateRange={dateRange} filters={shown} />
        )}
        <Tabbed input={tabs} filters={filters}>
          <div className="report">
            <ListTable
              keepsColumns
              label={report.title}
              list={list}
              columns={columns.map((column, place) => tableColumn(column, place, dateRange, shown))}
              emptyTitle={null}
              emptyHint={report.empty}
              pageSizes={[reportPageSize, 50, 100, 200]}
              {...(actions ? { actions } : {})}
              {...(details ? { expanded: detailsOf(details, dateRange, shown) } : {})}
              {...(answer && answer.total > 0
                ? {
                    summary: () => (
                      <Totals
                        columns={columns}
                        totals={answer}
                        dateRange={dateRange}
                        filters={shown}
                        expands={Boolean(details)}
                        acts={Boolean(actions)}
                      />
                    ),
                  }
                : {})}
            />
          </div>
        </Tabbed>
        <ReportProof report={report} answer={answer} />
      </div>
    </Page>
  )
}

/** What belongs to the report and is a screen of its own. */
function Beside({ report: { beside }, dateRange }: { report: Report; dateRange: DateRange | undefined }) {
  if (!beside) return null
  const { title, may } = screenOf(beside.path)
  const search = dateRange && beside.search?.(dateRange)
  return (
    <p className="report-beside">
      {t(beside.words)}{' '}
      <Allowed may={may}>
        <ButtonLink to={beside.path} {...(search ? { search } : {})}>
          {t(title)}
        </ButtonLink>
      </Allowed>
    </p>
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
      className="tabs"
      label={t(label)}
      activeKey={chosen?.value ?? ''}
      onChange={(value) => change({ [key]: value === options[0]?.value ? undefined : value, page: undefined })}
      items={options.map(({ value, label: words }) => ({ key: value, label: t(words), children }))}
    />
  )
}
