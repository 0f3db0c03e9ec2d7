import { z } from 'zod'
import { creditTypeLabels, creditTypes } from '../attendance/enrolments.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ids, listOf, page, person, reference } from '../platform/query.ts'
import { reportScreen } from '../screens.ts'
import { type DrillDown, defineReport, type ReportColumn, reportRoutes } from './report.ts'
import { fullName } from './rows/full-name.ts'

/** A member of a class. */
const registered = z.object({
  /** Of the enrolment. */
  _id: z.string(),
  member: person(),
  tmNo: z.string().nullable(),
  belt: reference('beltColor').nullable(),
  coachIncharge: reference('name').nullable(),
  creditType: z.enum(creditTypes),
  /** Credits one class costs. */
  credit: z.number(),
  remark: z.string().nullable(),
  /** The member who pays, with the wallet's balance. */
  walletMember: person().extend({ wallet: z.number() }),
  /** Business day of the enrolment. */
  registeredOn: z.string(),
})
export type Registered = z.output<typeof registered>

const row = z.object({
  /** Of the course. */
  _id: z.string(),
  course: reference('name'),
  className: z.string(),
  centre: reference('description').nullable(),
  sport: reference('description').nullable(),
  mainInstructor: z.array(reference('name')),
  /** Members enrolled now. */
  totalRegistered: z.number(),
  /** Those of them on trial. */
  totalTrial: z.number(),
  /** Only in files; on the screen they have a page of their own. */
  members: z.array(registered).optional(),
})

/** The path of the page with the members of a class. */
const registeredMembersPath = '/report/registered-class-members'

/** The columns of a member. */
export const registeredColumns: readonly ReportColumn<Registered>[] = [
  {
    key: 'member',
    title: 'Member Name',
    kind: 'text',
    width: 28,
    value: ({ member }) => fullName(member),
    drillDown: ({ member }) => ({ to: 'member', member: member._id, tab: 'class' }),
  },
  { key: 'tmNo', title: 'TM No.', kind: 'text', width: 12 },
  { key: 'belt', title: 'Belt Color', kind: 'text', width: 12, value: ({ belt }) => belt?.beltColor ?? null },
  {
    key: 'coachIncharge',
    title: 'Coach Incharge',
    kind: 'text',
    width: 20,
    value: ({ coachIncharge }) => coachIncharge?.name ?? null,
  },
  {
    key: 'creditType',
    title: 'Credit Type',
    kind: 'text',
    width: 15,
    value: ({ creditType }) => creditTypeLabels[creditType],
  },
  { key: 'credit', title: 'Credit', kind: 'integer', width: 8 },
  {
    key: 'walletMember',
    title: 'Paid By',
    kind: 'text',
    width: 24,
    value: ({ walletMember }) => fullName(walletMember),
    drillDown: ({ walletMember }) => ({ to: 'member', member: walletMember._id, tab: 'financial' }),
  },
  { key: 'wallet', title: 'Wallet', kind: 'integer', width: 9, value: ({ walletMember }) => walletMember.wallet },
  { key: 'registeredOn', title: 'Since', kind: 'day', width: 12 },
]

const membersOf = ({ course }: z.output<typeof row>): DrillDown => ({
  to: 'report',
  path: registeredMembersPath,
  may: 'report.ClassMonthlySettlement.view',
  search: { course: course._id },
})

export const registeredClassReport = defineReport({
  name: 'class/registered-class',
  ...reportScreen('/report/registered-class-report'),
  mayExport: 'report.ClassMonthlySettlement.export',
  file: 'Registered_Class_Report.xlsx',
  row,
  totals: { totalRegistered: z.number(), totalTrial: z.number(), totalMembers: z.number() },
  filters: { centre: ids().optional(), sport: ids().optional(), searchText: z.string().max(200).optional() },
  inputs: [
    { key: 'searchText', label: 'Search', kind: 'text', placeholder: 'Class' },
    { key: 'centre', label: 'Centre', kind: 'lookup', resource: 'centre' },
    { key: 'sport', label: 'Sport', kind: 'lookup', resource: 'sport' },
  ],
  columns: [
    { key: 'className', title: 'Class', kind: 'text', width: 28, drillDown: membersOf },
    { key: 'centre', title: 'Centre', kind: 'text', width: 18, value: ({ centre }) => centre?.description ?? null },
    { key: 'sport', title: 'Sport', kind: 'text', width: 18, value: ({ sport }) => sport?.description ?? null },
    {
      key: 'mainInstructor',
      title: 'Main Instructor',
      kind: 'text',
      width: 24,
      value: ({ mainInstructor }) => mainInstructor.map(({ name }) => name).join(', '),
    },
    {
      key: 'totalRegistered',
      title: 'Registered',
      kind: 'integer',
      width: 11,
      total: ({ totalRegistered }) => totalRegistered,
      drillDown: membersOf,
    },
    { key: 'totalTrial', title: 'On Trial', kind: 'integer', width: 10, total: ({ totalTrial }) => totalTrial },
  ],
  details: {
    title: 'Registered members',
    only: 'files',
    of: ({ members = [] }) => members,
    columns: registeredColumns,
  },
  sentences: ({ totalMembers, totalRegistered }) => [
    `${totalRegistered} ${totalRegistered === 1 ? 'enrolment' : 'enrolments'} of ${totalMembers} ${totalMembers === 1 ? 'member' : 'members'}`,
  ],
  byCentre: true,
  empty: 'No class is found that way. Choose another centre, or add a course.',
})

export const registeredClassReportRoutes = reportRoutes(registeredClassReport)

const { offset, limit, searchText } = page([])

export const registeredMembers = {
  members: endpoint({
    method: 'GET',
    path: '/report/class/registered-class/:course',
    may: 'report.ClassMonthlySettlement.view',
    summary: 'The members enrolled in a course now, by name',
    query: z.object({ offset, limit, searchText }),
    result: listOf(registered).extend({ course: reference('name') }),
  }),
}
