import type { AdjustmentEffect } from '@academy/contract/adjustments/adjustments.ts'
import { grouped } from '@academy/contract/kit/figures.ts'
import { type Company, type Letterhead, letterheadOf } from '../kit/letterhead.ts'
import { renderPdf } from '../kit/pdf.ts'
import { fullName } from '../kit/words.ts'
import { type AdjustmentRow, displayDay } from './listing.ts'

/** An approved document in the words it is printed with. */
export interface AdjustmentPrint {
  company: Letterhead
  docNo: string
  date: string
  member: string
  reason: string
  /** Added or taken. */
  change: string
  credit: string
  before: string
  after: string
  createdBy: string
  approvedBy: string
  approvedOn: string
}

interface Facts {
  company: Company
  row: AdjustmentRow
  effect: Pick<AdjustmentEffect, 'before' | 'after'>
}

const adjustmentPrint = ({ company, row, effect }: Facts): AdjustmentPrint => ({
  company: letterheadOf(company),
  docNo: row.docNo,
  date: displayDay(row.date),
  member: fullName({ name: row.memberName, chName: row.memberChName }),
  reason: row.reason,
  change: row.adjustCredit > 0 ? 'Credits added' : 'Credits taken',
  credit: `${row.adjustCredit > 0 ? '+' : ''}${grouped(row.adjustCredit)}`,
  before: grouped(effect.before),
  after: grouped(effect.after),
  createdBy: row.createdByName,
  approvedBy: row.approvedByName ?? '-',
  approvedOn: row.approvedDay === null ? '-' : displayDay(row.approvedDay),
})

export const adjustmentPdf = (facts: Facts): Promise<Buffer> =>
  renderPdf(new URL('./document-layout.ts', import.meta.url), adjustmentPrint(facts))
