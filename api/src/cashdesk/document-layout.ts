/** How a close of the cash desk looks. Runs in the PDF worker. */
import { inRM, withMinus } from '@academy/contract/platform/figures.ts'
import {
  type Doc,
  drawPaper,
  full,
  type Layout,
  labelled,
  pairs,
  roomFor,
  row,
  type Signature,
  signatures,
  small,
  strong,
  table,
  total,
  totalLine,
  write,
} from '../platform/pdf/index.ts'
import type { ClosePrint } from './document.ts'

const name = 'Cash Close'

export const layout: Layout<ClosePrint> = {
  size: 'A4',
  orientation: 'portrait',
  margin: 42,
  title: ({ number }) => `${name} ${number}`,
  draw: (doc, print) => drawPaper(doc, { name, date: print.day, ...print }, 20, (y) => content(doc, y, print)),
}

function content(doc: Doc, y: number, print: ClosePrint): void {
  let next = pairs(doc, y + 16, [
    [
      ['RECEIVED BY COACH', print.coach],
      ['CLOSED BY', print.closedBy],
    ],
    [
      ['CASH RECEIVED ON', print.day],
      ['CLOSED ON', print.closedAt],
    ],
  ])
  if (print.correction) next = labelled(doc, next + 10, 'CORRECTION', print.correction)
  if (print.lines.length > 0) next = payments(doc, next + 16, print)
  if (print.pieces.length > 0) next = pieces(doc, next + 16, print)
  next = sums(doc, next + 16, print)
  if (print.words) next = labelled(doc, roomFor(doc, next + 12, 30), 'COUNTED, IN WORDS', print.words, strong)
  if (print.remark) next = labelled(doc, roomFor(doc, next + 12, 30), 'REMARK', print.remark)
  if (print.left) next = write(doc, print.left, full(doc, roomFor(doc, next + 12, 14)), small)
  signing(doc, next + 44, [
    ['Handed over by', print.coach],
    ['Counted by', print.closedBy],
    ['Checked by', ''],
  ])
}

const payments = (doc: Doc, y: number, { lines }: ClosePrint) =>
  table(
    doc,
    y,
    [
      ['NO.', 24],
      ['ORDER', 86],
      ['RECEIPT', 86],
      ['PAYER', 118],
      ['PACKAGE', 77],
      ['VERIFIED', 56],
      ['AMOUNT (RM)', 64, 'right'],
    ],
    lines.map((one) => [one.no, one.order, one.receipt, one.payer, one.package, one.verified, withMinus(one.amount)]),
  )

const pieces = (doc: Doc, y: number, print: ClosePrint) =>
  table(
    doc,
    y,
    [
      ['NOTES AND COINS', 200],
      ['PIECES', 155, 'right'],
      ['AMOUNT (RM)', 156, 'right'],
    ],
    print.pieces.map((one) => [one.piece, one.count, one.amount]),
  )

function sums(doc: Doc, y: number, print: ClosePrint): number {
  const returned = [
    ['Received', inRM(print.received)],
    ['Given back after an earlier close', inRM(print.returned)],
  ] as const
  const rows = [
    ...(print.returned ? returned : []),
    ['Expected', inRM(print.expected)],
    ['Counted', inRM(print.counted)],
  ] as const
  return sumsAndDifference(doc, y, rows, print.difference)
}

const sumHeight = 20

/** Sums under each other, and what is missing or too much. */
export function sumsAndDifference(
  doc: Doc,
  y: number,
  rows: readonly (readonly [title: string, sum: string])[],
  difference: string,
): number {
  const { x, width } = full(doc, y)
  const columns = [
    { x: x + 8, width: width - 170 },
    { x: x + width - 148, width: 140, align: 'right' },
  ] as const
  let top = roomFor(doc, y, sumHeight * (rows.length + 1))
  for (const texts of rows) {
    row(doc, top + 4, columns, texts)
    top += sumHeight
  }
  const below = totalLine(doc, top)
  row(doc, top + 5, columns, ['Difference'], strong)
  row(doc, top + 4.5, columns, ['', difference], total)
  return below
}

/** Lines for up to three to sign on, together on one page. */
export function signing(doc: Doc, y: number, people: readonly Signature[]): void {
  signatures(doc, roomFor(doc, y, 70) + 22, people, { places: 3, gap: 18 }, (box, name) => {
    const below = write(doc, name || 'Name', box, small)
    // Of a long name the lines are more than one.
    write(doc, 'Date', { ...box, y: Math.max(box.y + 14, below + 2.4) }, small)
  })
}
