import type { ApiModule } from '../platform/http/index.ts'
import { attendanceReportModule } from './attendance-report.ts'
import { breakEvenReportModule } from './break-even-report.ts'
import { classAttendReportModule } from './class-attend-report.ts'
import { classAttendanceModule } from './class-attendance.ts'
import { classMonthlySettlementReportModule } from './class-monthly-settlement-report.ts'
import { coachStudentCreditReportModule, summaryFlowModule } from './coach-student-credit-report.ts'
import { collectionReportModule } from './collection-report.ts'
import { creditOwedReportModule } from './credit-owed-report.ts'
import { creditStatementReportModule } from './credit-statement-report.ts'
import { expiryReportModule } from './expiry-report.ts'
import { overallFlowReportModule } from './overall-flow-report.ts'
import { reconciliationReportModule } from './reconciliation-report.ts'
import { registeredClassReportModule, registeredMembersModule } from './registered-class-report.ts'
import { riskReportModule } from './risk-report.ts'
import { coachSettlementReportModule } from './settlement/coach-settlement-report.ts'
import { coachMonthModule } from './settlement/routes.ts'
import { boardForwardModule, statementReportModule } from './statement-report.ts'
import { tmReportModule } from './tm-report.ts'

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
