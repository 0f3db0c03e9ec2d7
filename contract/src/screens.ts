/**
 * Every screen of the portal, once: its path, its title and who may see it, in the order of the side menu. Menu, router
 * and guards read this table, and web/src/routes.tsx does not compile until each screen has its page. It imports types
 * alone: menu and router are loaded before any declaration is.
 */
import type { May } from './platform/endpoint.ts'

export type Section = 'menu' | 'Maintenance' | 'Report'

export interface Screen {
  /** What the menu and the finder call it. */
  title: string
  may: May
  /** Where in the side menu it stands; elsewhere a link or a button leads to it. */
  menu?: Section
}

/** A screen that shows the reference list of this name. */
interface ListScreen<Name extends string = string> extends Screen {
  list: Name
}
/** A screen that shows the report that its declaration takes path, title and `may` for from here. */
interface ReportScreen extends Screen {
  report: true
}

type PartsOf<Base extends string> = `/${Base}/listing` | `/${Base}/create` | `/${Base}/edit/$id`

/** List, create and edit of a reference list. Where `mayAdd` is left out everybody sees the Add button, and the server decides. */
const listScreens = <const Base extends string, const Name extends string = Base>(
  base: Base,
  { title, may, mayAdd = may, list }: { title: string; may: May; mayAdd?: May; list?: Name },
): Record<PartsOf<Base>, ListScreen<Name>> => {
  const ofList = { title, may, list: list ?? base }
  const parts: Record<string, ListScreen> = {
    [`/${base}/listing`]: { ...ofList, menu: 'Maintenance' },
    [`/${base}/create`]: { ...ofList, may: mayAdd },
    [`/${base}/edit/$id`]: ofList,
  }
  return parts as Record<PartsOf<Base>, ListScreen<Name>>
}

const report = (title: string, may: May): ReportScreen => ({ title, may, menu: 'Report', report: true })

export const screens = {
  '/dashboard/overview': { title: 'Dashboard', may: 'session', menu: 'menu' },
  '/audit/listing': { title: 'Audit Trail', may: 'audit_trail.view', menu: 'menu' },
  '/user/listing': { title: 'User Login', may: 'user.view', menu: 'menu' },
  '/user/create': { title: 'User Login', may: 'user.create' },
  '/user/edit/$id': { title: 'User Login', may: 'user.view' },
  '/user/outbox': { title: 'Outbox', may: 'user.edit' },
  '/user-group/listing': { title: 'User Group', may: 'userGroup.view', menu: 'menu' },
  '/user-group/create': { title: 'User Group', may: 'userGroup.create' },
  '/user-group/edit/$id': { title: 'User Group', may: 'userGroup.view' },
  '/verify-payment/listing': { title: 'Verify Payment', may: 'verifyPayment.view', menu: 'menu' },
  '/till': { title: 'Till', may: ['dashboard.view', 'verifyPayment.verify'] },
  '/cash-close/listing': { title: 'Cash Desk Close', may: 'verifyPayment.view', menu: 'menu' },
  '/cash-close/create': { title: 'Cash Desk Close', may: 'verifyPayment.view' },
  '/cash-close/evening': { title: 'Evening Close', may: 'verifyPayment.view' },
  '/cash-close/evening/$id': { title: 'Evening Close', may: 'verifyPayment.view' },
  '/cash-close/view/$id': { title: 'Cash Desk Close', may: 'verifyPayment.view' },
  '/outstanding-credit/listing': { title: 'Outstanding Credit', may: 'outStandingCredit.view', menu: 'menu' },
  '/credit-adjust/listing': { title: 'Credit Adjustment', may: 'credit_adjust.view', menu: 'menu' },
  '/credit-adjust/create': { title: 'Credit Adjustment', may: 'credit_adjust.view' },
  '/credit-adjust/edit/$id': { title: 'Credit Adjustment', may: 'credit_adjust.view' },
  '/markAttendance/listing': { title: 'Mark Attendance', may: 'attendance.view', menu: 'menu' },
  '/markAttendance/class': { title: 'Mark Attendance', may: 'attendance.view' },

  '/membership/listing': { title: 'Membership Profile', may: 'membership.view', menu: 'Maintenance' },
  '/membership/create/adult': { title: 'Enroll Adult', may: 'membership.create' },
  '/membership/create/kids': { title: 'Enroll Kids', may: 'membership.create' },
  '/parents/create': { title: 'Create Parent', may: 'membership.create' },
  '/membership/edit/$memberId': { title: 'Membership Profile', may: 'membership.view' },
  '/family/$memberId': { title: 'Family Card', may: 'membership.view' },
  '/remind': { title: 'To Remind', may: 'membership.view' },
  ...listScreens('member-type', { title: 'Member Type', may: ['credits.view', 'memberType.view'] }),
  '/course/listing': { title: 'Course', may: 'course.view', menu: 'Maintenance' },
  '/course/create': { title: 'Course', may: 'course.create' },
  '/course/edit/$id': { title: 'Course', may: 'course.view' },
  '/course/schedule/$id': { title: 'Course', may: 'scheduling.view' },
  ...listScreens('coach', { title: 'Coach', may: 'coach.view', mayAdd: 'coach.create' }),
  ...listScreens('relationship', { title: 'Relationship', may: 'relationship.view', mayAdd: 'relationship.create' }),
  ...listScreens('belt', { title: 'Belt Color', may: 'belt.view', mayAdd: 'belt.create' }),
  ...listScreens('course-type', { title: 'Course Type', may: 'courseType.view', mayAdd: 'courseType.create' }),
  ...listScreens('centre', { title: 'Centre', may: 'centre.view', mayAdd: 'centre.create' }),
  ...listScreens('designation', { title: 'Designation', may: 'designation.view', mayAdd: 'designation.create' }),
  ...listScreens('sport', { title: 'Sport', may: 'sport.view', mayAdd: 'sport.create' }),
  ...listScreens('announcement', { title: 'Announcement', may: 'announcement.view', mayAdd: 'announcement.create' }),
  ...listScreens('holiday', { title: 'Holiday', may: ['centre.view', 'holidays.view'] }),
  ...listScreens('credit-package', { title: 'Credit Package', may: 'credits.view' }),
  ...listScreens('format', {
    title: 'Doc Format',
    may: 'docFormat.view',
    mayAdd: 'docFormat.create',
    list: 'doc-num-format',
  }),

  '/report/attendance-report': report('Attendance Report', 'report.attendance.view'),
  '/report/expiry-report': report('Expiry Report', 'report.Expiry.view'),
  '/report/registered-class-report': report('Registered Class Report', 'report.ClassMonthlySettlement.view'),
  '/report/registered-class-members': {
    title: 'Registered Class Report',
    may: 'report.ClassMonthlySettlement.view',
  },
  '/report/credit-statement-report': report('Parent Credit Statement', 'report.CreditStatement.view'),
  '/report/coach-student-credit-report': report('Coach Student Credit Report', 'report.CoachStudentCredit.view'),
  '/report/class-monthly-settlement-report': report(
    'Class Monthly Settlement Report',
    'report.ClassMonthlySettlement.view',
  ),
  '/report/overall-flow-report': report('Overall Flow Report', 'report.OverallFlow.view'),
  '/report/collection-report': report('Collection Report', 'report.collection.view'),
  '/report/reconciliation-report': report('Payment Reconciliation', 'report.collection.view'),
  '/report/e-invoice': { title: 'e-Invoice', may: 'report.collection.view', menu: 'Report' },
  '/report/month-end': { title: 'Month End', may: 'report.collection.view', menu: 'Report' },
  '/report/statement-report': report('Statement Report', 'report.statement.view'),
  '/report/risk-report': report('Members at Risk', 'report.attendance.view'),
  '/report/credit-owed-report': report('Credits Owed', 'report.Expiry.view'),
  '/report/break-even-report': report('Class Break-Even', 'report.ClassMonthlySettlement.view'),
  '/report/coach-settlement': report('Coach Settlement', 'report.ClassMonthlySettlement.view'),
  '/report/coach-settlement/$id': { title: 'Coach Settlement', may: 'report.ClassMonthlySettlement.view' },
  '/coach-rate': { title: 'Coach Rates', may: 'coach.edit' },
  '/report/tm-report': report('TM Report', 'report.TM.view'),
  '/report/class-attend-report': report('Monthly Student Class Attend Details', 'session'),
  '/report/class-attendance': report('Class Attendance Report', 'session'),
  '/point-adjust': {
    title: 'Point Adjust',
    may: ['membership.wallet', 'membership.expiration', 'user.edit'],
    menu: 'Report',
  },

  '/jobs': { title: 'Jobs and Back-ups', may: 'audit_trail.view' },
  '/brand': { title: 'Academy', may: 'docFormat.edit' },
  '/profile': { title: 'Profile', may: 'session' },
  '/api-docs': { title: 'API documentation', may: 'session' },
} satisfies Record<string, Screen>

type Screens = typeof screens
export type ScreenPath = keyof Screens
type PathOf<Kind> = { [P in ScreenPath]: Screens[P] extends Kind ? P : never }[ScreenPath]
export type ListPath = PathOf<ListScreen>
export type ReportPath = PathOf<ReportScreen>
export type ListName = Screens[ListPath]['list']

export const screenOf = (path: ScreenPath): Screen & { list?: ListName; report?: true } => screens[path]

/** The same with its path, as a report's declaration holds it. */
export const reportScreen = (path: ReportPath) => ({ path, title: screens[path].title, may: screens[path].may })

/** Where the portal opens for somebody: at the mat for who marks attendance and has no dashboard. */
export const firstScreen = (can: (may: May) => boolean): '/dashboard/overview' | '/markAttendance/listing' =>
  can('attendance.mark') && can(screens['/markAttendance/listing'].may) && !can('dashboard.view')
    ? '/markAttendance/listing'
    : '/dashboard/overview'

/** The screen of a course's classes, with one of them open. */
export function classLink(held: { _id: string; course: string; date: string }) {
  const [year = '', month] = held.date.split('-')
  return {
    to: '/markAttendance/class',
    search: { id: held.course, year, month: String(Number(month)), class: held._id },
  }
}
