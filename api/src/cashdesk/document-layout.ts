/** How a close of the cash desk looks. Runs in the PDF worker. */
import { inRM, withMinus } from '@academy/contract/platform/figures.ts'
import {
  type Column,
  type Doc,
  drawPaper,
  full,
  headHeight,
  type Layout,
  labelled,
  line,
  pairs,
  roomFor,
  row,
  rowHeight,
  rule,
  small,
  strong,
  tableHead,
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
  signatures(doc, next + 44, [
    ['Handed over by', print.coach],
    ['Counted by', print.closedBy],
    ['Checked by', ''],
  ])
}

export type Title = readonly [title: string, width: number, align?: 'right']

/** A table whose head is repeated on every page. */
export function table(doc: Doc, y: number, head: readonly Title[], rows: readonly string[][]): number {
  const columns: Column[] = []
  let { x } = full(doc, y)
  for (const [, width, align = 'left'] of head) {
    columns.push({ x: x + 4, width: width - 8, align })
    x += width
  }
  const titles = head.map(([title]) => title)
  let next = tableHead(doc, roomFor(doc, y, headHeight + 40), columns, titles)
  for (const texts of rows) {
    const height = rowHeight(doc, columns, texts) + 7
    const top = roomFor(doc, next, height)
    next = top === next ? top : tableHead(doc, top, columns, titles)
    row(doc, next + 3.5, columns, texts)
    next += height
    rule(doc, next, line, 0.4)
  }
  return next
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

type Signature = readonly [role: string, name: string]

/** Lines to sign on, side by side, together on one page. */
export function signatures(doc: Doc, y: number, people: readonly Signature[]): void {
  const { x, width } = full(doc, y)
  const gap = 18
  const each = (width - gap * 2) / 3
  const top = roomFor(doc, y, 70) + 22
  for (const [place, [role, name]] of people.entries()) {
    const left = x + place * (each + gap)
    doc
      .moveTo(left, top)
      .lineTo(left + each, top)
      .lineWidth(0.6)
      .strokeColor('#5a6372')
      .stroke()
    const below = write(doc, role, { x: left, y: top + 4, width: each }, strong)
    write(doc, name || 'Name', { x: left, y: below, width: each }, small)
    write(doc, 'Date', { x: left, y: below + 14, width: each }, small)
  }
}
