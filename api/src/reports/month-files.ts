/** The reports that are of a month, and each coach's statement. */

import { partsOf } from '@academy/contract/courses/calendar.ts'
import { attendanceReport } from '@academy/contract/reports/attendance-report.ts'
import { breakEvenReport } from '@academy/contract/reports/break-even-report.ts'
import { classAttendReport } from '@academy/contract/reports/class-attend-report.ts'
import { classMonthlySettlementReport } from '@academy/contract/reports/class-monthly-settlement-report.ts'
import { settlementFileName } from '@academy/contract/reports/coach-month.ts'
import { coachSettlementReport } from '@academy/contract/reports/coach-settlement-report.ts'
import { coachStudentCreditReport } from '@academy/contract/reports/coach-student-credit-report.ts'
import { collectionReport } from '@academy/contract/reports/collection-report.ts'
import { creditOwedReport } from '@academy/contract/reports/credit-owed-report.ts'
import { expiryReport } from '@academy/contract/reports/expiry-report.ts'
import { daysOf } from '@academy/contract/reports/month.ts'
import { overallFlowReport } from '@academy/contract/reports/overall-flow-report.ts'
import { reconciliationReport } from '@academy/contract/reports/reconciliation-report.ts'
import type { Report } from '@academy/contract/reports/report.ts'
import { statementReport } from '@academy/contract/reports/statement-report.ts'
import type { Tx } from '../platform/data/index.ts'
import { renderPdf } from '../platform/pdf/index.ts'
import { attendanceReportModule } from './classes/attendance-report.ts'
import { breakEvenReportModule } from './classes/break-even-report.ts'
import { classAttendReportModule } from './classes/class-attend-report.ts'
import { classMonthlySettlementReportModule } from './classes/class-monthly-settlement-report.ts'
import { coachStudentCreditReportModule } from './credit/coach-student-credit-report.ts'
import { creditOwedReportModule } from './credit/credit-owed-report.ts'
import { overallFlowReportModule } from './credit/overall-flow-report.ts'
import { statementReportModule } from './credit/statement-report.ts'
import { expiryReportModule } from './members/expiry-report.ts'
import type { KeptFiles } from './output/report-module.ts'
import { collectionReportModule } from './payments/collection-report.ts'
import { reconciliationReportModule } from './payments/reconciliation-report.ts'
import { coachSettlementReportModule } from './settlement/coach-settlement-report.ts'
import { statementLayout, statementsOf } from './settlement/statement.ts'

interface MonthReport {
  report: Report
  files(tx: Tx): Promise<KeptFiles>
}

/** Those of a range are of all its days, those of a moment of its last day or of the close. */
export function monthReports(month: string): MonthReport[] {
  const days = daysOf(month)
  const { endDate } = days
  const { year, month: number } = partsOf(endDate)
  return [
    { report: collectionReport, files: (tx) => collectionReportModule.files(tx, { ...days, dateBy: 'verified' }) },
    { report: reconciliationReport, files: (tx) => reconciliationReportModule.files(tx, days) },
    { report: statementReport, files: (tx) => statementReportModule.files(tx, days) },
    { report: overallFlowReport, files: (tx) => overallFlowReportModule.files(tx, { dateTime: endDate }) },
    { report: expiryReport, files: (tx) => expiryReportModule.files(tx, days) },
    { report: creditOwedReport, files: (tx) => creditOwedReportModule.files(tx, { asOf: endDate }) },
    { report: attendanceReport, files: (tx) => attendanceReportModule.files(tx, days) },
    { report: classAttendReport, files: (tx) => classAttendReportModule.files(tx, days) },
    { report: coachStudentCreditReport, files: (tx) => coachStudentCreditReportModule.files(tx, days) },
    {
      report: classMonthlySettlementReport,
      files: (tx) => classMonthlySettlementReportModule.files(tx, { month: number, year }),
    },
    { report: breakEvenReport, files: (tx) => breakEvenReportModule.files(tx, days) },
    { report: coachSettlementReport, files: (tx) => coachSettlementReportModule.files(tx, { month }) },
  ]
}

export interface KeptStatement {
  coach: string
  /** Without a folder. */
  name: string
  pdf(): Promise<Buffer>
}

/** The statements of these coaches, each with a name of its own. */
export async function keptStatements(tx: Tx, month: string, coaches: readonly string[]): Promise<KeptStatement[]> {
  const taken = new Set<string>()
  const statements = await statementsOf(tx, coaches, month)
  return statements.map(({ coach, print }) => {
    const name = settlementFileName(print.coach, month)
    let free = name
    for (let n = 2; taken.has(free); n++) free = `${name}_${n}`
    taken.add(free)
    return { coach, name: `${free}.pdf`, pdf: () => renderPdf(statementLayout, print) }
  })
}
