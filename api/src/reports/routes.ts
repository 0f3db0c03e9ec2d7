import type { Room } from '../kit/serve.ts'
import { attendanceReportRoom } from './attendance-report.ts'
import { classAttendReportRoom } from './class-attend-report.ts'
import { classAttendanceRoom } from './class-attendance.ts'
import { classMonthlySettlementReportRoom } from './class-monthly-settlement-report.ts'
import { coachStudentCreditReportRoom, summaryFlowRoom } from './coach-student-credit-report.ts'
import { collectionReportRoom } from './collection-report.ts'
import { creditStatementReportRoom } from './credit-statement-report.ts'
import { expiryReportRoom } from './expiry-report.ts'
import { overallFlowReportRoom } from './overall-flow-report.ts'
import { reconciliationReportRoom } from './reconciliation-report.ts'
import { registeredClassReportRoom, registeredMembersRoom } from './registered-class-report.ts'
import { boardForwardRoom, statementReportRoom } from './statement-report.ts'
import { tmReportRoom } from './tm-report.ts'

/** Every report, each a room of its own. */
export const reportRooms: readonly Room[] = [
  attendanceReportRoom,
  classAttendReportRoom,
  classAttendanceRoom,
  collectionReportRoom,
  reconciliationReportRoom,
  expiryReportRoom,
  statementReportRoom,
  boardForwardRoom,
  tmReportRoom,
  creditStatementReportRoom,
  overallFlowReportRoom,
  summaryFlowRoom,
  coachStudentCreditReportRoom,
  classMonthlySettlementReportRoom,
  registeredClassReportRoom,
  registeredMembersRoom,
]
