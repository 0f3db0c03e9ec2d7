import { z } from 'zod'
import { person, reference } from '../../platform/query.ts'
import type { ReportColumn, ReportSum } from '../report.ts'
import { fullName } from './full-name.ts'

export const attendanceStatuses = ['P', 'A'] as const

/** A member's attendance of a class. */
export const attendanceRow = z.object({
  _id: z.string(),
  /** `YYYY-MM-DD` */
  classDate: z.string(),
  member: person(),
  className: z.string(),
  course: reference('name'),
  centre: reference('description').nullable(),
  scheduledClass: z.string(),
  status: z.enum(attendanceStatuses),
  checkInTime: z.string().nullable(),
  checkOutTime: z.string().nullable(),
  creditType: z.string(),
  /** Credits debited: none while the case is open. */
  credit: z.number(),
  /** Credits the class costs when present. */
  creditMinus: z.number(),
  outStanding: z.boolean(),
  takeBy: z.string(),
  mainInstructorInCharge: z.array(reference('name')),
  assistantInstructorIncharge: z.array(reference('name')),
})

export type AttendanceRow = z.output<typeof attendanceRow>

export const attendanceTotals = {
  totalPresent: z.number(),
  totalAbsent: z.number(),
  totalCreditsUsed: z.number(),
  /** Open cases, and the credits they will cost. */
  totalOutstanding: z.number(),
  totalOutstandingCredit: z.number(),
}
type Totals = z.output<z.ZodObject<typeof attendanceTotals>>

/** What is told above every table of attendance. */
export const attendanceSums: readonly ReportSum<Totals>[] = [
  { label: 'Present', kind: 'integer', of: ({ totalPresent }) => totalPresent },
  { label: 'Absent', kind: 'integer', of: ({ totalAbsent }) => totalAbsent },
  { label: 'Credit', kind: 'integer', of: ({ totalCreditsUsed }) => totalCreditsUsed },
  { label: 'Outstanding Credit', kind: 'integer', of: ({ totalOutstandingCredit }) => totalOutstandingCredit },
]

/** The columns of every table of attendance. */
export const attendanceColumns: readonly ReportColumn<AttendanceRow, Totals>[] = [
  {
    key: 'member',
    title: 'Member Name',
    kind: 'text',
    width: 26,
    value: ({ member }) => fullName(member),
    drillDown: ({ member }) => ({ to: 'member', member: member._id, tab: 'attendance' }),
  },
  {
    key: 'classDate',
    title: 'Class Date',
    kind: 'day',
    width: 12,
    drillDown: (one) => ({ to: 'class', course: one.course._id, class: one.scheduledClass, date: one.classDate }),
  },
  { key: 'className', title: 'Class', kind: 'text', width: 24 },
  { key: 'centre', title: 'Centre', kind: 'text', width: 16, value: ({ centre }) => centre?.description ?? null },
  {
    key: 'status',
    title: 'Status',
    kind: 'text',
    width: 13,
    value: ({ status, outStanding }) => (outStanding ? 'Oustanding' : status === 'P' ? 'Present' : 'Absent'),
    total: ({ totalPresent, totalAbsent }) => `${totalPresent} present, ${totalAbsent} absent`,
  },
  { key: 'checkInTime', title: 'Check In', kind: 'text', width: 9 },
  { key: 'checkOutTime', title: 'Check Out', kind: 'text', width: 10 },
  {
    key: 'credit',
    title: 'Credit',
    kind: 'integer',
    width: 9,
    total: ({ totalCreditsUsed }) => totalCreditsUsed,
  },
  {
    key: 'outstanding',
    title: 'Outstanding Credit',
    kind: 'integer',
    width: 12,
    value: ({ outStanding, creditMinus }) => (outStanding ? creditMinus : 0),
    total: ({ totalOutstandingCredit }) => totalOutstandingCredit,
  },
  {
    key: 'coach',
    title: 'Coach',
    kind: 'text',
    width: 20,
    value: ({ mainInstructorInCharge }) => mainInstructorInCharge.map(({ name }) => name).join(', '),
  },
  {
    key: 'assistCoach',
    title: 'Assistant Coach',
    kind: 'text',
    width: 20,
    value: ({ assistantInstructorIncharge }) => assistantInstructorIncharge.map(({ name }) => name).join(', '),
  },
  { key: 'takeBy', title: 'Taken By', kind: 'text', width: 14 },
]
