/** How a credit adjustment document looks. Runs in the PDF worker. */
import { withMinus } from '@academy/contract/platform/figures.ts'
import {
  closing,
  type Doc,
  drawPaper,
  full,
  headHeight,
  type Layout,
  labelled,
  pairs,
  roomFor,
  row,
  strong,
  tableHead,
  total,
  totalHeight,
  totalLine,
} from '../platform/pdf/index.ts'
import type { AdjustmentPrint } from './document.ts'

const name = 'Credit Adjustment'

export const layout: Layout<AdjustmentPrint> = {
  size: 'A5',
  orientation: 'portrait',
  margin: 34,
  title: ({ number }) => `${name} ${number}`,
  draw: (doc, print) => drawPaper(doc, { name, ...print }, 20, (y) => content(doc, y, print)),
}

function content(doc: Doc, y: number, print: AdjustmentPrint): void {
  let next = labelled(doc, y + 20, 'MEMBER', print.member, { size: 10.5, bold: true })
  next = labelled(doc, next + 14, 'REASON', print.reason)
  next = sums(doc, next + 20, print)
  next = pairs(doc, next + 20, [
    [
      ['CREATED BY', print.createdBy],
      ['APPROVED BY', print.approvedBy],
    ],
    [
      ['DATE OF DOCUMENT', print.date],
      ['APPROVED ON', print.approvedOn],
    ],
  ])
  closing(doc, next + 16, 'This document was issued by computer and needs no signature.')
}

/** The wallet before, the change, the wallet after. */
function sums(doc: Doc, y: number, print: AdjustmentPrint): number {
  const { x, width } = full(doc, y)
  const columns = [
    { x: x + 8, width: width - 130 },
    { x: x + width - 118, width: 110, align: 'right' },
  ] as const
  const height = totalHeight
  const top = tableHead(doc, roomFor(doc, y, headHeight + height * 3), columns, ['WALLET', 'CREDITS'])
  row(doc, top + 5, columns, ['Balance before', withMinus(print.before)])
  row(doc, top + height + 5, columns, [print.change, withMinus(print.credit)], strong)
  const last = top + height * 2
  const below = totalLine(doc, last)
  row(doc, last + 4.5, columns, ['Balance after'], strong)
  row(doc, last + 4, columns, ['', withMinus(print.after)], total)
  return below
}
