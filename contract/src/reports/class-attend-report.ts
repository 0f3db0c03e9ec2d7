import { z } from 'zod'
import { datesBetween } from '../courses/calendar.ts'
import { ids, person, reference } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { attendanceBehind } from './attendance-report.ts'
import { type DateRange, type DrillDown, defineReport, reportRoutes, type SetFilters } from './report.ts'
import { fullName } from './rows/full-name.ts'

/** P present, O present with its credit outstanding, A absent; two letters on a day with two classes. */
const mark = z.object({ mark: z.string(), scheduledClass: z.string() })

const row = z.object({
  _id: z.string(),
  member: person(),
  className: z.string(),
  course: reference('name'),
  centre: reference('description').nullable(),
  /** By `YYYY-MM-DD`; days without a class are missing. */
  days: z.record(z.string(), mark),
  present: z.number(),
  absent: z.number(),
  /** Credits debited. */
  credit: z.number(),
})

type Row = z.output<typeof row>

const behind =
  (status: 'P' | 'A') =>
  ({ member, course }: Row, dateRange: DateRange | undefined): DrillDown =>
    attendanceBehind({ ...dateRange, status, member: member._id, course: course._id })

/** The attendance behind a total; null with a search text, which the attendance report does not have. */
function allBehind(
  status: 'P' | 'A',
  dateRange: DateRange | undefined,
  { course, centre, searchText }: SetFilters,
): DrillDown | null {
  if (searchText) return null
  return attendanceBehind({ ...dateRange, status, ...(course ? { course } : {}), ...(centre ? { centre } : {}) })
}

export const classAttendReport = defineReport({
  name: 'class-attend-report',
  ...reportScreen('/report/class-attend-report'),
  mayExport: 'report.attendance.export',
  file: 'Class_Attend_Report.xlsx',
  row,
  totals: {
    totalPresent: z.number(),
    totalAbsent: z.number(),
    totalCreditsUsed: z.number(),
    /** How many were present, by day. */
    presentByDay: z.record(z.string(), z.number()),
  },
  filters: {
    course: ids().optional(),
    centre: ids().optional(),
    searchText: z.string().max(200).optional(),
  },
  inputs: [
    { key: 'course', label: 'Class', kind: 'lookup', resource: 'course' },
    { key: 'centre', label: 'Centre', kind: 'lookup', resource: 'centre' },
    { key: 'searchText', label: 'Search', kind: 'text', placeholder: 'Name, I/C, TM No., phone or email' },
  ],
  range: {
    label: 'Class Date',
    back: 1,
    most: { days: 31, message: 'The range must be less than 31 days between its ends' },
  },
  columns: ({ startDate, endDate }) => [
    {
      key: 'member',
      title: 'Member Name',
      kind: 'text',
      width: 24,
      value: ({ member }) => fullName(member),
      drillDown: ({ member }) => ({ to: 'member', member: member._id, tab: 'attendance' }),
    },
    { key: 'className', title: 'Class', kind: 'text', width: 22 },
    ...datesBetween(startDate, endDate).map((date) => ({
      key: date,
      title: `${date.slice(8)}-${date.slice(5, 7)}`,
      kind: 'text' as const,
      align: 'center' as const,
      width: 6,
      value: ({ days }: Row) => days[date]?.mark ?? null,
      total: ({ presentByDay }: { presentByDay: Record<string, number> }) => presentByDay[date] ?? 0,
      totalDrillDown: (_: unknown, __: unknown, filters: SetFilters) =>
        allBehind('P', { startDate: date, endDate: date }, filters),
      drillDown: ({ days, course }: Row) => {
        const one = days[date]
        return one ? { to: 'class' as const, course: course._id, class: one.scheduledClass, date } : null
      },
    })),
    {
      key: 'present',
      title: 'Present',
      kind: 'integer',
      width: 8,
      total: ({ totalPresent }) => totalPresent,
      drillDown: behind('P'),
      totalDrillDown: (_, dateRange, filters) => allBehind('P', dateRange, filters),
    },
    {
      key: 'absent',
      title: 'Absent',
      kind: 'integer',
      width: 8,
      total: ({ totalAbsent }) => totalAbsent,
      drillDown: behind('A'),
      totalDrillDown: (_, dateRange, filters) => allBehind('A', dateRange, filters),
    },
    {
      key: 'credit',
      title: 'Credit',
      kind: 'integer',
      width: 8,
      total: ({ totalCreditsUsed }) => totalCreditsUsed,
      drillDown: behind('P'),
      totalDrillDown: (_, dateRange, filters) => allBehind('P', dateRange, filters),
    },
  ],
  sums: [
    { label: 'Present', kind: 'integer', of: ({ totalPresent }) => totalPresent },
    { label: 'Absent', kind: 'integer', of: ({ totalAbsent }) => totalAbsent },
    { label: 'Credit', kind: 'integer', of: ({ totalCreditsUsed }) => totalCreditsUsed },
  ],
  sentences: () => ['P present, O present with credit outstanding, A absent. The last line counts who was present.'],
  byCentre: true,
  empty: 'No attendance was taken in these days. Choose other days, another class or centre.',
})

export const classAttendReportRoutes = reportRoutes(classAttendReport)
