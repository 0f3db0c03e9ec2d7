/** Every report with its endpoints; the screens and the tests are made from this list. */
import { attendanceReport, attendanceReportRoutes } from './attendance-report.ts'
import { breakEvenReport, breakEvenReportRoutes } from './break-even-report.ts'
import { classAttendReport, classAttendReportRoutes } from './class-attend-report.ts'
import { classAttendance, classAttendanceRoutes } from './class-attendance.ts'
import { classMonthlySettlementReport, classMonthlySettlementReportRoutes } from './class-monthly-settlement-report.ts'
import { coachSettlementReport, coachSettlementReportRoutes } from './coach-settlement-report.ts'
import { coachStudentCreditReport, coachStudentCreditReportRoutes } from './coach-student-credit-report.ts'
import { collectionReport, collectionReportRoutes } from './collection-report.ts'
import { creditOwedReport, creditOwedReportRoutes } from './credit-owed-report.ts'
import { creditStatementReport, creditStatementReportRoutes } from './credit-statement-report.ts'
import { expiryReport, expiryReportRoutes } from './expiry-report.ts'
import { overallFlowReport, overallFlowReportRoutes } from './overall-flow-report.ts'
import { reconciliationReport, reconciliationReportRoutes } from './reconciliation-report.ts'
import { registeredClassReport, registeredClassReportRoutes } from './registered-class-report.ts'
import { riskReport, riskReportRoutes } from './risk-report.ts'
import { statementReport, statementReportRoutes } from './statement-report.ts'
import { tmReport, tmReportRoutes } from './tm-report.ts'

export const reports = [
  { report: attendanceReport, routes: attendanceReportRoutes },
  { report: expiryReport, routes: expiryReportRoutes },
  { report: registeredClassReport, routes: registeredClassReportRoutes },
  { report: creditStatementReport, routes: creditStatementReportRoutes },
  { report: coachStudentCreditReport, routes: coachStudentCreditReportRoutes },
  { report: classMonthlySettlementReport, routes: classMonthlySettlementReportRoutes },
  { report: overallFlowReport, routes: overallFlowReportRoutes },
  { report: collectionReport, routes: collectionReportRoutes },
  { report: reconciliationReport, routes: reconciliationReportRoutes },
  { report: statementReport, routes: statementReportRoutes },
  { report: riskReport, routes: riskReportRoutes },
  { report: creditOwedReport, routes: creditOwedReportRoutes },
  { report: breakEvenReport, routes: breakEvenReportRoutes },
  { report: coachSettlementReport, routes: coachSettlementReportRoutes },
  { report: tmReport, routes: tmReportRoutes },
  { report: classAttendReport, routes: classAttendReportRoutes },
  { report: classAttendance, routes: classAttendanceRoutes },
] as const
