/** An approved credit adjustment on paper, written down when it is approved. */
import { grouped } from '@academy/contract/platform/figures.ts'
import { fullName } from '@academy/contract/reports/rows/full-name.ts'
import { z } from 'zod'
import { found } from '../platform/http/index.ts'
import type { PaperKind, Printed } from '../platform/pdf/index.ts'
import { entryOf } from '../wallet/wallet.ts'
import { adjustmentRow, causeOf, displayDay } from './listing.ts'

const words = z.object({
  number: z.string(),
  date: z.string(),
  member: z.string(),
  reason: z.string(),
  /** Added or taken. */
  change: z.string(),
  credit: z.string(),
  before: z.string(),
  after: z.string(),
  createdBy: z.string(),
  approvedBy: z.string(),
  approvedOn: z.string(),
})
type Words = z.output<typeof words>

export type AdjustmentPrint = Printed<Words>

export const adjustmentPaper: PaperKind<Words> = {
  kind: 'credit-adjustment',
  section: 'Credit Adjustment',
  words,
  layout: new URL('./document-layout.ts', import.meta.url),
  async of(tx, id) {
    const row = await adjustmentRow(tx, id)
    const entry = found(await entryOf(tx, causeOf(id)), 'Wallet entry')
    return {
      number: row.docNo,
      members: [row.member],
      words: {
        number: row.docNo,
        date: displayDay(row.date),
        member: fullName({ name: row.memberName, chName: row.memberChName }),
        reason: row.reason,
        change: row.adjustCredit > 0 ? 'Credits added' : 'Credits taken',
        credit: `${row.adjustCredit > 0 ? '+' : ''}${grouped(row.adjustCredit)}`,
        before: grouped(entry.balanceBefore),
        after: grouped(entry.balanceAfter),
        createdBy: row.createdByName,
        approvedBy: row.approvedByName ?? '-',
        approvedOn: row.approvedDay === null ? '-' : displayDay(row.approvedDay),
      },
    }
  },
}
