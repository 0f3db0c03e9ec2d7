/** Under which names the files of the calls are saved. */
import { adjustmentFileName } from '../adjustments/adjustments.ts'
import { closeFileName } from '../cashdesk/rules.ts'
import { memberFileName, memberTemplateName } from '../members/import.ts'
import { pointAdjustFiles } from '../pointadjust/pointadjust.ts'
import { attendanceReport } from '../reports/attendance-report.ts'
import { classAttendReport } from '../reports/class-attend-report.ts'
import { classAttendance } from '../reports/class-attendance.ts'
import { classMonthlySettlementReport } from '../reports/class-monthly-settlement-report.ts'
import { coachStudentCreditReport, summaryFlow } from '../reports/coach-student-credit-report.ts'
import { collectionReport } from '../reports/collection-report.ts'
import { creditStatementReport } from '../reports/credit-statement-report.ts'
import { expiryReport } from '../reports/expiry-report.ts'
import { overallFlowReport } from '../reports/overall-flow-report.ts'
import { reconciliationReport } from '../reports/reconciliation-report.ts'
import { registeredClassReport } from '../reports/registered-class-report.ts'
import { statementReport } from '../reports/statement-report.ts'
import { tmReport } from '../reports/tm-report.ts'

const reports: readonly { name: string; file: string }[] = [
  attendanceReport,
  classAttendReport,
  classAttendance,
  classMonthlySettlementReport,
  coachStudentCreditReport,
  summaryFlow,
  collectionReport,
  creditStatementReport,
  expiryReport,
  overallFlowReport,
  reconciliationReport,
  registeredClassReport,
  statementReport,
  tmReport,
]

/** By method and path; where a name holds a number, with one of the examples. */
export const fileNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    reports.flatMap(({ name, file }) => [
      [`GET /report/${name}/generate/excel`, file],
      [`GET /report/${name}/generate/pdf`, file.replace(/\.xlsx$/, '.pdf')],
    ]),
  ),
  'GET /member/generate/excel': memberFileName,
  'GET /member/import/template': memberTemplateName,
  'GET /payment/generate/pdf/:id': 'Official_Receipt_OR-2026-0042.pdf',
  'GET /payment/generate/pdf': 'Official_Receipt_OR-2026-0042_to_OR-2026-0044.pdf',
  'GET /cash-close/:id/pdf': closeFileName('CC-2026-0007'),
  'GET /credit-adjust/generate/pdf/:id': adjustmentFileName,
  'GET /point-adjust/generate-total-flow-excel': pointAdjustFiles.totalFlow,
  'GET /point-adjust/generate-total-flow-excel/before': pointAdjustFiles.totalFlow,
  'GET /point-adjust/get/parent-wallet': pointAdjustFiles.parentWallet,
  'GET /point-adjust/get/parent-credit-balance': pointAdjustFiles.parentBalance,
  'PUT /point-adjust/update/all-member/password': pointAdjustFiles.passwords,
}
