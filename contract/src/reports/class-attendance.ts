import { z } from 'zod'
import { day, id } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { defineReport, reportRoutes } from './report.ts'
import { attendanceColumns, attendanceRow, attendanceSums, attendanceTotals } from './rows/attendance-row.ts'

export const classAttendanceMessages = { choose: 'Please select a class.' } as const

export const classAttendance = defineReport({
  name: 'class/attendance',
  ...reportScreen('/report/class-attendance'),
  mayExport: 'report.attendance.export',
  file: 'Class_Attendance_Report.xlsx',
  row: attendanceRow,
  totals: { ...attendanceTotals, className: z.string(), centre: z.string(), duration: z.string() },
  filters: {
    /** One class; without it a course and a date, on which there may be two. */
    classId: id().optional(),
    course: id().optional(),
    date: day().optional(),
  },
  inputs: [
    { key: 'course', label: 'Class', kind: 'lookup', resource: 'course', required: true },
    { key: 'date', label: 'Class Date', kind: 'day' },
  ],
  columns: attendanceColumns,
  sums: attendanceSums,
  sentences: ({ className, duration, centre }) => [[className, duration, centre].filter(Boolean).join(', ')],
  byCentre: true,
  empty: 'Choose a class and its date. Where attendance was not taken yet there is nothing to show.',
})

export const classAttendanceRoutes = reportRoutes(classAttendance)
