import type { Pieces } from '@academy/contract/cashdesk/rules.ts'
import type { ColumnType } from 'kysely'

export interface CashCloseTable {
  id: string
  /** CC-2026-0001 */
  number: string
  year: number
  runningNo: number
  /** Of the orders it closes, `YYYY-MM-DD`. */
  day: string
  coach: string
  coachName: string
  /** The close it puts right. */
  corrects: string | null
  /** RM with two decimals, as text. */
  expected: string
  counted: string
  pieces: ColumnType<Pieces | null, string | null, never>
  remark: string | null
  leftPayments: number
  leftAmount: string
  closedByUser: string | null
  closedByName: string
  closedAt: string
}

export interface CashCloseTables {
  cashClose: CashCloseTable
  cashCloseLine: {
    close: string
    payment: string
    kind: 'received' | 'returned'
    /** RM with two decimals, as text; negative when it was given back. */
    amount: string
    verifiedHere: boolean
  }
  cashCloseSeries: { year: number; last: number }
}
