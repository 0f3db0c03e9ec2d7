/** The file names that calls answer with. */
import { adjustmentFileName } from '../adjustments/adjustments.ts'
import { closeFileName, eveningFileName } from '../cashdesk/rules.ts'
import { eInvoiceFile } from '../einvoice/einvoice.ts'
import { familyFileName } from '../families/families.ts'
import { memberFileName, memberTemplateName } from '../members/import.ts'
import { packName } from '../monthend/rules.ts'
import { pointAdjustFiles } from '../pointadjust/pointadjust.ts'
import { settlementFileName } from '../reports/coach-month.ts'
import { summaryFlow } from '../reports/coach-student-credit-report.ts'
import { reports } from '../reports/reports.ts'

const saved: readonly { name: string; file: string }[] = [...reports.map(({ report }) => report), summaryFlow]

/** By method and path; a name with a number is an example. */
export const fileNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    saved.flatMap(({ name, file }) => [
      [`GET /report/${name}/generate/excel`, file],
      [`GET /report/${name}/generate/pdf`, file.replace(/\.xlsx$/, '.pdf')],
    ]),
  ),
  'GET /member/generate/excel': memberFileName,
  'GET /member/import/template': memberTemplateName,
  'GET /e-invoice/generate/json': eInvoiceFile('EINV-2026-10'),
  'GET /family/:id/archive': familyFileName('Tan Wei Ling'),
  'POST /brand/preview': 'Sample_Receipt.pdf',
  'POST /brand/background/preview': 'Sample_Receipt.pdf',
  'GET /payment/generate/pdf/:id': 'Official_Receipt_OR-2026-0042.pdf',
  'GET /payment/generate/pdf': 'Official_Receipt_OR-2026-0042_to_OR-2026-0044.pdf',
  'GET /report/coach-settlement/:coach/statement': `${settlementFileName('Tan Hui Min', '2026-10')}.pdf`,
  'GET /cash-close/:id/pdf': closeFileName('CC-2026-0007'),
  'GET /cash-close/evening/:id/pdf': eveningFileName('CC-2026-0012 to CC-2026-0014'),
  'GET /month-end/file/:id/pdf': 'Collection_Report.pdf',
  'GET /month-end/file/:id/excel': 'Collection_Report.xlsx',
  'GET /month-end/:id/pack': packName('2026-10'),
  'GET /credit-adjust/generate/pdf/:id': adjustmentFileName,
  'GET /point-adjust/generate-total-flow-excel': pointAdjustFiles.totalFlow,
  'GET /point-adjust/generate-total-flow-excel/before': pointAdjustFiles.totalFlow,
  'GET /point-adjust/get/parent-wallet': pointAdjustFiles.parentWallet,
  'GET /point-adjust/get/parent-credit-balance': pointAdjustFiles.parentBalance,
  'PUT /point-adjust/update/all-member/password': pointAdjustFiles.passwords,
}
