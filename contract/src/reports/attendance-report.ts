import { ids, someOf } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { type DrillDown, defineReport, reportRoutes } from './report.ts'
import {
  attendanceColumns,
  attendanceRow,
  attendanceStatuses,
  attendanceSums,
  attendanceTotals,
} from './rows/attendance-row.ts'

export const attendanceReport = defineReport({
  name: 'attendance-report',
  ...reportScreen('/report/attendance-report'),
  mayExport: 'report.attendance.export',
  file: 'Attendance_Report.xlsx',
  row: attendanceRow,
  totals: attendanceTotals,
  filters: {
    status: someOf(attendanceStatuses, 'Status must be P or A').optional(),
    centre: ids().optional(),
    course: ids().optional(),
    coach: ids().optional(),
    member: ids().optional(),
  },
  inputs: [
    {
      key: 'status',
      label: 'Status',
      kind: 'choice',
      options: [
        { value: 'P', label: 'Present' },
        { value: 'A', label: 'Absent' },
        { value: 'P,A', label: 'All' },
      ],
    },
    { key: 'centre', label: 'Centre', kind: 'lookup', resource: 'centre' },
    { key: 'course', label: 'Class', kind: 'lookup', resource: 'course' },
    { key: 'coach', label: 'Coach', kind: 'lookup', resource: 'coach' },
    { key: 'member', label: 'Member', kind: 'lookup', resource: 'member' },
  ],
  range: { label: 'Class Date', back: 1 },
  columns: attendanceColumns,
  sums: attendanceSums,
  byCentre: true,
  empty: 'No attendance was taken in these days. Choose other days or another status.',
})

/** The attendance behind a figure of another report. */
export const attendanceBehind = (search: Record<string, string>): DrillDown => ({
  to: 'report',
  path: attendanceReport.path,
  may: attendanceReport.may,
  search,
})

export const attendanceReportRoutes = reportRoutes(attendanceReport)
