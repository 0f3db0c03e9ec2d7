import { z } from 'zod'
import { ids, reference } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { formatRM, sen } from '../wallet/rules.ts'
import { attendanceBehind } from './attendance-report.ts'
import { towardsSettlement } from './coach-settlement-report.ts'
import { defineReport, reportRoutes } from './report.ts'

const row = z.object({
  _id: z.string(),
  course: reference('name'),
  centre: reference('description').nullable(),
  /** Classes held in these days, members present in them, and credits debited, without open outstanding cases. */
  classes: z.number(),
  attendance: z.number(),
  credits: z.number(),
  /** RM that a class brings in at the price of a credit, as text with two decimals; so are the next two. */
  perClass: z.string(),
  /** What a class brings in above its cost, negative below; null when no cost was asked about. */
  above: z.string().nullable(),
  /** Members who must come for a class to pay for itself; null when no cost was asked about, or nobody pays. */
  needed: z.number().nullable(),
})

/** With one decimal. */
const average = ({ attendance, classes }: { attendance: number; classes: number }) => (attendance / classes).toFixed(1)

export const breakEvenReport = defineReport({
  name: 'break-even-report',
  ...reportScreen('/report/break-even-report'),
  mayExport: 'report.ClassMonthlySettlement.export',
  file: 'Class_Break_Even.xlsx',
  row,
  totals: {
    totalClasses: z.number(),
    totalAttendance: z.number(),
    totalCredits: z.number(),
    /** Courses, and those of them below the cost that was asked about. */
    courses: z.number(),
    below: z.number(),
    /** RM of a credit, as text with two decimals. */
    creditPrice: z.string(),
    cost: z.string().nullable(),
  },
  filters: {
    /** What a class costs, in RM. */
    cost: z
      .string()
      .regex(/^\d{1,6}(\.\d{1,2})?$/, 'Cost must be an amount in RM, for example 120 or 120.50')
      .optional(),
    centre: ids().optional(),
  },
  inputs: [
    { key: 'cost', label: 'Cost of a Class (RM)', kind: 'text', placeholder: 'For example 120' },
    { key: 'centre', label: 'Centre', kind: 'lookup', resource: 'centre' },
  ],
  range: { label: 'Class Date', back: 31 },
  columns: [
    {
      key: 'course',
      title: 'Class',
      kind: 'text',
      width: 28,
      value: ({ course }) => course.name,
      drillDown: ({ course }, dateRange) => attendanceBehind({ ...dateRange, course: course._id }),
    },
    { key: 'centre', title: 'Centre', kind: 'text', width: 18, value: ({ centre }) => centre?.description ?? null },
    {
      key: 'classes',
      title: 'Classes Held',
      kind: 'integer',
      width: 12,
      total: ({ totalClasses }) => totalClasses,
    },
    {
      key: 'attendance',
      title: 'Present',
      kind: 'integer',
      width: 10,
      total: ({ totalAttendance }) => totalAttendance,
      drillDown: ({ course }, dateRange) => attendanceBehind({ ...dateRange, course: course._id }),
    },
    { key: 'average', title: 'Present a Class', kind: 'decimal', width: 12, value: average },
    { key: 'needed', title: 'Needed a Class', kind: 'integer', width: 12 },
    { key: 'credits', title: 'Credits', kind: 'integer', width: 10, total: ({ totalCredits }) => totalCredits },
    { key: 'perClass', title: 'RM a Class', kind: 'money', width: 13 },
    { key: 'above', title: 'RM Above Cost', kind: 'money', width: 14 },
  ],
  sentences: ({ below, cost, creditPrice, courses }) => [
    `A credit counts as ${formatRM(sen(creditPrice))}.`,
    cost === null
      ? 'Enter what a class costs (hall, coach) to see which do not pay for themselves.'
      : `${below} of ${courses} bring${below === 1 ? 's' : ''} in less than ${formatRM(sen(cost))} a class.`,
  ],
  byCentre: true,
  beside: towardsSettlement,
  empty: 'No class was held in these days. Choose other days or another centre.',
})

export const breakEvenReportRoutes = reportRoutes(breakEvenReport)
