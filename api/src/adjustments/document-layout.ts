/** How a credit adjustment document looks. Runs in the PDF worker. */
import {
  bar,
  barHeight,
  body,
  closing,
  type Doc,
  full,
  heading,
  ink,
  type Layout,
  label,
  labelled,
  letterhead,
  numberPages,
  onInk,
  pairs,
  roomFor,
  rule,
  strong,
  tint,
  write,
} from '../platform/pdf/index.ts'
import type { AdjustmentPrint } from './document.ts'

export const layout: Layout<AdjustmentPrint> = {
  size: 'A5',
  orientation: 'portrait',
  margin: 34,
  title: ({ number }) => `Credit Adjustment ${number}`,
  draw(doc, print) {
    let y = letterhead(doc, print.company)
    y = heading(doc, y + 20, 'CREDIT ADJUSTMENT', print.number, print.date)
    y = labelled(doc, y + 20, 'MEMBER', print.member, { size: 10.5, bold: true })
    y = labelled(doc, y + 14, 'REASON', print.reason)
    y = sums(doc, y + 20, print)
    y = pairs(doc, y + 20, [
      [
        ['CREATED BY', print.createdBy],
        ['APPROVED BY', print.approvedBy],
      ],
      [
        ['DATE OF DOCUMENT', print.date],
        ['APPROVED ON', print.approvedOn],
      ],
    ])
    closing(doc, y + 16, 'This document was issued by computer and needs no signature.')
    numberPages(doc, 0, `Credit Adjustment ${print.number}`, { ...label, spacing: 0 })
  },
}

const rowHeight = 22

/** The wallet before, the change, the wallet after. */
function sums(doc: Doc, y: number, print: AdjustmentPrint): number {
  const { x, width } = full(doc, y)
  const text = { x: x + 8, width: width - 130 }
  const credit = { x: x + width - 118, width: 110 }
  const right = { align: 'right' } as const
  const start = roomFor(doc, y, barHeight + rowHeight * 3)
  let top = bar(doc, start)
  write(doc, 'WALLET', { ...text, y: start + 4.5 }, onInk)
  write(doc, 'CREDITS', { ...credit, y: start + 4.5 }, { ...onInk, ...right })
  for (const [name, amount, style] of [
    ['Balance before', print.before, body],
    [print.change, print.credit, strong],
  ] as const) {
    write(doc, name, { ...text, y: top + 5 }, style)
    write(doc, amount, { ...credit, y: top + 5 }, { ...style, ...right })
    top += rowHeight
  }
  doc.rect(x, top, width, rowHeight).fill(tint)
  write(doc, 'Balance after', { ...text, y: top + 4.5 }, strong)
  write(doc, print.after, { ...credit, y: top + 4 }, { size: 10, bold: true, color: ink, ...right })
  rule(doc, top + rowHeight, ink)
  return top + rowHeight
}
