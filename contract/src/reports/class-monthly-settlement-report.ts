import { z } from 'zod'
import { ids, reference } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { attendanceBehind } from './attendance-report.ts'
import { towardsSettlement } from './coach-settlement-report.ts'
import { type DateRange, type DrillDown, defineReport, reportRoutes, type SetFilters } from './report.ts'

const row = z.object({
  _id: z.string(),
  course: reference('name'),
  className: z.string(),
  centre: reference('description').nullable(),
  sport: reference('description').nullable(),
  /** Classes held in these days. */
  totalClasses: z.number(),
  /** Of members who were present. */
  totalAttendance: z.number(),
  /** Credits debited, without open outstanding cases. */
  totalCreditsUsed: z.number(),
})
type Row = z.output<typeof row>

/** The attendance that a figure counts. */
const attendanceOf = ({ course }: Row, dateRange: DateRange | undefined): DrillDown =>
  attendanceBehind({ ...dateRange, course: course._id })

/** All of it; null with a sport, which the attendance report has no filter for. */
function allAttendance(_: unknown, dateRange: DateRange | undefined, { centre, sport }: SetFilters): DrillDown | null {
  return sport ? null : attendanceBehind({ ...dateRange, ...(centre ? { centre } : {}) })
}

const whole = (message: string, least: number, most: number) =>
  z.coerce.number({ error: message }).int(message).min(least, message).max(most, message)

export const classMonthlySettlementReport = defineReport({
  name: 'class-monthly-settlement-Report',
  ...reportScreen('/report/class-monthly-settlement-report'),
  mayExport: 'report.ClassMonthlySettlement.export',
  file: 'Class_Monthly_Settlement_Report.xlsx',
  row,
  totals: { totalClasses: z.number(), totalAttendance: z.number(), totalCreditsUsed: z.number() },
  filters: {
    /** A whole month, by default of this year; without month and year the range is used. */
    month: whole('Month must be 1 to 12', 1, 12).optional(),
    year: whole('Year must be 2000 to 2100', 2000, 2100).optional(),
    centre: ids().optional(),
    sport: ids().optional(),
  },
  inputs: [
    { key: 'centre', label: 'Centre', kind: 'lookup', resource: 'centre' },
    { key: 'sport', label: 'Sport', kind: 'lookup', resource: 'sport' },
  ],
  range: { label: 'Class Date', back: 31 },
  columns: [
    {
      key: 'className',
      title: 'Class',
      kind: 'text',
      width: 30,
      drillDown: attendanceOf,
    },
    { key: 'centre', title: 'Centre', kind: 'text', width: 20, value: ({ centre }) => centre?.description ?? null },
    { key: 'sport', title: 'Sport', kind: 'text', width: 20, value: ({ sport }) => sport?.description ?? null },
    {
      key: 'totalClasses',
      title: 'Classes Held',
      kind: 'integer',
      width: 12,
      total: ({ totalClasses }) => totalClasses,
      drillDown: attendanceOf,
      totalDrillDown: allAttendance,
    },
    {
      key: 'totalAttendance',
      title: 'Total Attendance',
      kind: 'integer',
      width: 14,
      total: ({ totalAttendance }) => totalAttendance,
      drillDown: attendanceOf,
      totalDrillDown: allAttendance,
    },
    {
      key: 'totalCreditsUsed',
      title: 'Total Credits Used',
      kind: 'integer',
      width: 15,
      total: ({ totalCreditsUsed }) => totalCreditsUsed,
      drillDown: attendanceOf,
      totalDrillDown: allAttendance,
    },
  ],
  byCentre: true,
  beside: towardsSettlement,
  empty: 'No class was held in these days. Choose other days or another centre.',
})

export const classMonthlySettlementReportRoutes = reportRoutes(classMonthlySettlementReport)
