import { z } from 'zod'
import { ids, person, reference } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { attendanceBehind } from './attendance-report.ts'
import { type DateRange, type DrillDown, defineReport, reportRoutes } from './report.ts'
import { fullName } from './rows/full-name.ts'
import { sumsOf, walletColumns, walletDays, walletTotals } from './rows/wallet-row.ts'

const row = z.object({
  /** Of the student. */
  _id: z.string(),
  coach: reference('name'),
  member: person(),
  /** Of the student's own wallet; a child's is empty as long as the parents pay. */
  ...walletDays,
  /** Classes attended in these days, and the credits debited for them from whatever wallet. */
  attended: z.number(),
  creditsUsed: z.number(),
  /** Who pays for a child. */
  paidBy: z.array(person()),
})
type Row = z.output<typeof row>

const classesOf = ({ member }: Row, dateRange: DateRange | undefined): DrillDown =>
  attendanceBehind({ ...dateRange, member: member._id })

export const coachStudentCreditReport = defineReport({
  name: 'coach-student-credit-report',
  ...reportScreen('/report/coach-student-credit-report'),
  mayExport: 'report.CoachStudentCredit.export',
  file: 'Coach_Student_Credit_Report.xlsx',
  row,
  totals: { ...walletTotals, totalAttended: z.number(), totalCreditsUsed: z.number() },
  filters: { coachIncharge: ids().optional() },
  inputs: [{ key: 'coachIncharge', label: 'Coach Incharge', kind: 'lookup', resource: 'coach' }],
  range: { label: 'Date', back: 31 },
  columns: [
    {
      key: 'member',
      title: 'Member Name',
      kind: 'text',
      width: 28,
      value: ({ member }) => fullName(member),
      drillDown: ({ member }) => ({ to: 'member', member: member._id, tab: 'financial' }),
    },
    { key: 'coach', title: 'Coach Incharge', kind: 'text', width: 20, value: ({ coach }) => coach.name },
    ...walletColumns,
    {
      key: 'attended',
      title: 'Classes Attended',
      kind: 'integer',
      width: 11,
      total: ({ totalAttended }) => totalAttended,
      drillDown: classesOf,
    },
    {
      key: 'creditsUsed',
      title: 'Credits Used',
      kind: 'integer',
      width: 10,
      total: ({ totalCreditsUsed }) => totalCreditsUsed,
      drillDown: classesOf,
    },
    {
      key: 'paidBy',
      title: 'Paid By',
      kind: 'text',
      width: 24,
      value: ({ paidBy }) => paidBy.map(fullName).join(', '),
      drillDown: ({ paidBy: [first] }, dateRange) =>
        first && dateRange ? { to: 'ledger', member: first._id, ...dateRange } : null,
    },
  ],
  sentences: (totals) => [sumsOf(totals)],
  empty: 'No member has this coach in charge. Choose another coach, or set one on the member’s page.',
})

export const coachStudentCreditReportRoutes = reportRoutes(coachStudentCreditReport)

/** The same report under a second name, which clients use for one coach. */
export const summaryFlow = { ...coachStudentCreditReport, name: 'member/summary-flow', title: 'Summary Flow' } as const

export const summaryFlowRoutes = reportRoutes(summaryFlow)
