import { attendanceReport, attendanceReportRoutes } from '@academy/contract/reports/attendance-report.ts'
import { classAttendReport, classAttendReportRoutes } from '@academy/contract/reports/class-attend-report.ts'
import { classAttendance, classAttendanceRoutes } from '@academy/contract/reports/class-attendance.ts'
import {
  classMonthlySettlementReport,
  classMonthlySettlementReportRoutes,
} from '@academy/contract/reports/class-monthly-settlement-report.ts'
import {
  coachStudentCreditReport,
  coachStudentCreditReportRoutes,
} from '@academy/contract/reports/coach-student-credit-report.ts'
import {
  creditStatementReport,
  creditStatementReportRoutes,
} from '@academy/contract/reports/credit-statement-report.ts'
import { overallFlowReport, overallFlowReportRoutes } from '@academy/contract/reports/overall-flow-report.ts'
import {
  registeredClassReport,
  registeredClassReportRoutes,
} from '@academy/contract/reports/registered-class-report.ts'
import { statementReport, statementReportRoutes } from '@academy/contract/reports/statement-report.ts'
import { tmReport, tmReportRoutes } from '@academy/contract/reports/tm-report.ts'
import { ReportPage } from './ReportPage.tsx'

export const AttendanceReportPage = () => <ReportPage report={attendanceReport} routes={attendanceReportRoutes} />
export const ClassAttendReportPage = () => <ReportPage report={classAttendReport} routes={classAttendReportRoutes} />
export const ClassAttendancePage = () => <ReportPage report={classAttendance} routes={classAttendanceRoutes} />
export const StatementReportPage = () => <ReportPage report={statementReport} routes={statementReportRoutes} />
export const TmReportPage = () => <ReportPage report={tmReport} routes={tmReportRoutes} />
export const CreditStatementReportPage = () => (
  <ReportPage report={creditStatementReport} routes={creditStatementReportRoutes} />
)
export const OverallFlowReportPage = () => <ReportPage report={overallFlowReport} routes={overallFlowReportRoutes} />
export const CoachStudentCreditReportPage = () => (
  <ReportPage report={coachStudentCreditReport} routes={coachStudentCreditReportRoutes} />
)
export const ClassMonthlySettlementReportPage = () => (
  <ReportPage report={classMonthlySettlementReport} routes={classMonthlySettlementReportRoutes} />
)
export const RegisteredClassReportPage = () => (
  <ReportPage report={registeredClassReport} routes={registeredClassReportRoutes} />
)
