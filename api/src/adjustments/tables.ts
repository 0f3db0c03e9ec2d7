import type { AdjustmentStatus } from '@academy/contract/adjustments/rules.ts'
import type { Selectable } from 'kysely'

export interface AdjustmentTable {
  id: string
  docNo: string
  /** Of the document, `YYYY-MM-DD`. */
  date: string
  member: string
  reason: string
  /** Signed credits. */
  adjustCredit: number
  /** A deleted one keeps its row for the sake of its number; no list and no call shows it. */
  status: AdjustmentStatus | 'Deleted'
  createdByUser: string | null
  createdByName: string
  approvedByUser: string | null
  approvedByName: string | null
  approvedAt: string | null
  createdAt: string
  updatedAt: string
}

export type AdjustmentRecord = Selectable<AdjustmentTable> & { status: AdjustmentStatus }

export interface AdjustmentTables {
  creditAdjustment: AdjustmentTable
}

/** What the list shows of the member; read only. */
export interface AdjustmentListTables extends AdjustmentTables {
  member: { id: string; name: string; chName: string | null }
}
