import {
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  CheckSquareOutlined,
  DashboardOutlined,
  DollarOutlined,
  FileDoneOutlined,
  SafetyCertificateOutlined,
  SwapOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { Menu } from './kit/menu-entry.ts'

/** The side menu in the specification's order. An entry shows once its screen stands in routes.tsx. */
export const menu: Menu = [
  { label: 'Dashboard', path: '/dashboard/overview', may: 'session', icon: DashboardOutlined },
  { label: 'Audit Trail', path: '/audit/listing', may: 'audit_trail.view', icon: AuditOutlined },
  { label: 'User Login', path: '/user/listing', may: 'user.view', icon: UserOutlined },
  { label: 'User Group', path: '/user-group/listing', may: 'userGroup.view', icon: SafetyCertificateOutlined },
  { label: 'Verify Payment', path: '/verify-payment/listing', may: 'verifyPayment.view', icon: FileDoneOutlined },
  { label: 'Cash Desk Close', path: '/cash-close/listing', may: 'verifyPayment.view', icon: DollarOutlined },
  {
    label: 'Outstanding Credit',
    path: '/outstanding-credit/listing',
    may: 'outStandingCredit.view',
    icon: WalletOutlined,
  },
  { label: 'Credit Adjustment', path: '/credit-adjust/listing', may: 'credit_adjust.view', icon: SwapOutlined },
  { label: 'Mark Attendance', path: '/markAttendance/listing', may: 'attendance.view', icon: CheckSquareOutlined },
  {
    label: 'Maintenance',
    icon: AppstoreOutlined,
    items: [
      { label: 'Membership Profile', path: '/membership/listing', may: 'membership.view' },
      { label: 'Member Type', path: '/member-type/listing', may: ['credits.view', 'memberType.view'] },
      { label: 'Course', path: '/course/listing', may: 'course.view' },
      { label: 'Coach', path: '/coach/listing', may: 'coach.view' },
      { label: 'Relationship', path: '/relationship/listing', may: 'relationship.view' },
      { label: 'Belt Color', path: '/belt/listing', may: 'belt.view' },
      { label: 'Course Type', path: '/course-type/listing', may: 'courseType.view' },
      { label: 'Centre', path: '/centre/listing', may: 'centre.view' },
      { label: 'Designation', path: '/designation/listing', may: 'designation.view' },
      { label: 'Sport', path: '/sport/listing', may: 'sport.view' },
      { label: 'Announcement', path: '/announcement/listing', may: 'announcement.view' },
      { label: 'Holiday', path: '/holiday/listing', may: ['centre.view', 'holidays.view'] },
      { label: 'Credit Package', path: '/credit-package/listing', may: 'credits.view' },
      { label: 'Doc Format', path: '/format/listing', may: 'docFormat.view' },
    ],
  },
  {
    label: 'Report',
    icon: BarChartOutlined,
    items: [
      { label: 'Attendance Report', path: '/report/attendance-report', may: 'report.attendance.view' },
      { label: 'Expiry Report', path: '/report/expiry-report', may: 'report.Expiry.view' },
      {
        label: 'Registered Class Report',
        path: '/report/registered-class-report',
        may: 'report.ClassMonthlySettlement.view',
      },
      { label: 'Credit Statement Report', path: '/report/credit-statement-report', may: 'report.CreditStatement.view' },
      {
        label: 'Coach Student Credit Report',
        path: '/report/coach-student-credit-report',
        may: 'report.CoachStudentCredit.view',
      },
      {
        label: 'Class Monthly Settlement Report',
        path: '/report/class-monthly-settlement-report',
        may: 'report.ClassMonthlySettlement.view',
      },
      { label: 'Overall Flow Report', path: '/report/overall-flow-report', may: 'report.OverallFlow.view' },
    ],
  },
]
