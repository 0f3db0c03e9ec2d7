import { id } from '@academy/contract/platform/query.ts'
import { registeredColumns, registeredMembers } from '@academy/contract/reports/registered-class-report.ts'
import { alignOf, reportPageSize } from '@academy/contract/reports/report.ts'
import { useList } from '../platform/client/list.ts'
import { Page } from '../platform/shell/Page.tsx'
import { useAddress } from '../platform/table/address.ts'
import { ListFilters } from '../platform/table/filters/ListFilters.tsx'
import { ListTable } from '../platform/table/Table.tsx'
import { ReportCell } from './ReportCell.tsx'
import './report-table.css'

/** The members enrolled in one class: the drill-down of the Registered Class Report. */
export function RegisteredMembersPage() {
  const { course = '' } = useAddress()
  // A malformed link names no class.
  const enabled = id().safeParse(course).success
  const list = useList(registeredMembers.members, { params: { course }, status: false, size: reportPageSize, enabled })
  return (
    <Page
      title="Registered Class Report"
      subtitle={list.answer?.course.name ?? '\u00a0'}
      back="/report/registered-class-report"
    >
      <ListFilters list={list} placeholder="Search name, I/C, TM No., phone or email" />
      <div className="report">
        <ListTable
          keepsColumns
          label="Registered members"
          list={list}
          emptyTitle={enabled ? undefined : null}
          emptyHint={
            enabled
              ? 'Enroll a member on the member’s page, under Class.'
              : 'Choose a class in the Registered Class Report to see its members.'
          }
          pageSizes={[reportPageSize, 50, 100, 200]}
          columns={registeredColumns.map((column, place) => ({
            key: column.key,
            title: column.title,
            align: alignOf(column),
            ...(place === 0 ? { fixed: 'left' as const } : {}),
            className: place === 0 ? 'report-first' : column.kind === 'text' ? 'report-text' : 'number',
            render: (row) => <ReportCell column={column} row={row} dateRange={undefined} filters={{}} />,
          }))}
        />
      </div>
    </Page>
  )
}
