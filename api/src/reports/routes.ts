import type { ApiModule } from '../platform/http/index.ts'
import { attendanceReportModule } from './classes/attendance-report.ts'
import { breakEvenReportModule } from './classes/break-even-report.ts'
import { classAttendReportModule } from './classes/class-attend-report.ts'
import { classAttendanceModule } from './classes/class-attendance.ts'
import { classMonthlySettlementReportModule } from './classes/class-monthly-settlement-report.ts'
import { registeredClassReportModule, registeredMembersModule } from './classes/registered-class-report.ts'
import { coachStudentCreditReportModule, summaryFlowModule } from './credit/coach-student-credit-report.ts'
import { creditOwedReportModule } from './credit/credit-owed-report.ts'
import { creditStatementReportModule } from './credit/credit-statement-report.ts'
import { overallFlowReportModule } from './credit/overall-flow-report.ts'
import { boardForwardModule, statementReportModule } from './credit/statement-report.ts'
import { expiryReportModule } from './members/expiry-report.ts'
import { riskReportModule } from './members/risk-report.ts'
import { tmReportModule } from './members/tm-report.ts'
import { collectionReportModule } from './payments/collection-report.ts'
import { reconciliationReportModule } from './payments/reconciliation-report.ts'
import { coachSettlementReportModule } from './settlement/coach-settlement-report.ts'
import { coachMonthModule } from './settlement/routes.ts'

/** Every report, each a module of its own. */
export const reportModules: readonly ApiModule[] = [
  attendanceReportModule,
  classAttendReportModule,
  classAttendanceModule,
  collectionReportModule,
  reconciliationReportModule,
  expiryReportModule,
  statementReportModule,
  boardForwardModule,
  riskReportModule,
  creditOwedReportModule,
  breakEvenReportModule,
  coachSettlementReportModule,
  coachMonthModule,
  tmReportModule,
  creditStatementReportModule,
  overallFlowReportModule,
  summaryFlowModule,
  coachStudentCreditReportModule,
  classMonthlySettlementReportModule,
  registeredClassReportModule,
  registeredMembersModule,
]
