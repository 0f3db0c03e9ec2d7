/** The reports of the month in month.ts: every cell computed by hand, as the user sees it. */
import type { Report } from '@academy/contract/reports/report.ts'
import type { Month } from './month.ts'

export interface Figures {
  /** Tells the case from others of the same report. */
  name: string
  report: Report
  query: (month: Month) => string
  /** Centres the caller is restricted to. */
  centres?: (month: Month) => string[]
  /** Cells as displayed, days DD-MM-YYYY; `under` are the lines below the row. */
  rows: readonly { cells: readonly string[]; under?: readonly (readonly string[])[] }[]
  /** The line of totals, null where there is none. */
  total: readonly string[] | null
  /** The days and filters that files state. */
  about: string | null
  /** The note below the table, in files. */
  notes: readonly string[]
}

export const inOctober = 'Class Date 01-10-2026 to 31-10-2026'
export const ofOctober = 'Date 01-10-2026 to 31-10-2026'

export const row = (...cells: string[]) => ({ cells })
export const counted = (records: string) => `${records}. Computed at 20-11-2026 12:00.`
