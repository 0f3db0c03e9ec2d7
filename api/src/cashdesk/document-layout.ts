/** How a close of the cash desk looks. Runs in the PDF worker. */
import {
  bar,
  barHeight,
  body,
  type Doc,
  full,
  heading,
  heightOf,
  ink,
  type Layout,
  label,
  labelled,
  letterhead,
  line,
  numberPages,
  onInk,
  pairs,
  roomFor,
  rule,
  type Style,
  small,
  strong,
  tint,
  write,
} from '../platform/pdf/index.ts'
import type { ClosePrint } from './document.ts'

export const layout: Layout<ClosePrint> = {
  size: 'A4',
  orientation: 'portrait',
  margin: 42,
  title: ({ number }) => `Cash Close ${number}`,
  draw(doc, print) {
    let y = letterhead(doc, print.company)
    y = heading(doc, y + 20, 'CASH CLOSE', print.number, print.day)
    y = pairs(doc, y + 16, [
      [
        ['RECEIVED BY COACH', print.coach],
        ['CLOSED BY', print.closedBy],
      ],
      [
        ['CASH RECEIVED ON', print.day],
        ['CLOSED ON', print.closedAt],
      ],
    ])
    if (print.correction) y = labelled(doc, y + 10, 'CORRECTION', print.correction)
    if (print.lines.length > 0) y = payments(doc, y + 16, print)
    if (print.pieces.length > 0) y = pieces(doc, y + 16, print)
    y = sums(doc, y + 16, print)
    if (print.words) y = labelled(doc, roomFor(doc, y + 12, 30), 'COUNTED, IN WORDS', print.words, strong)
    if (print.remark) y = labelled(doc, roomFor(doc, y + 12, 30), 'REMARK', print.remark)
    if (print.left) y = write(doc, print.left, full(doc, roomFor(doc, y + 12, 14)), small)
    signatures(doc, y + 44, print)
    numberPages(doc, 0, `Cash Close ${print.number}`, { ...label, spacing: 0 })
  },
}

type Cell = readonly [text: string, align?: 'right']

/** A row of cells in columns of these widths; answers the y below it. */
function row(doc: Doc, y: number, widths: readonly number[], cells: readonly Cell[], style: Style = body): number {
  let { x } = full(doc, y)
  let next = y
  for (const [index, [text, align = 'left']] of cells.entries()) {
    const width = widths[index] ?? 0
    next = Math.max(next, write(doc, text, { x: x + 4, y, width: width - 8 }, { ...style, align }))
    x += width
  }
  return next
}

const tallest = (doc: Doc, widths: readonly number[], cells: readonly Cell[]) =>
  Math.max(...cells.map(([text], index) => heightOf(doc, text, (widths[index] ?? 0) - 8, body)))

function head(doc: Doc, y: number, widths: readonly number[], cells: readonly Cell[]): number {
  const below = bar(doc, y)
  row(doc, y + 4.5, widths, cells, onInk)
  return below
}

/** A table whose head is repeated where the page ends. */
function table(
  doc: Doc,
  y: number,
  widths: readonly number[],
  titles: readonly Cell[],
  rows: readonly Cell[][],
): number {
  const start = roomFor(doc, y, barHeight + 40)
  let next = head(doc, start, widths, titles)
  for (const cells of rows) {
    const height = tallest(doc, widths, cells) + 7
    const top = roomFor(doc, next, height)
    next = top === next ? top : head(doc, top, widths, titles)
    row(doc, next + 3.5, widths, cells)
    next += height
    rule(doc, next, line, 0.4)
  }
  return next
}

const payments = (doc: Doc, y: number, { lines }: ClosePrint) =>
  table(
    doc,
    y,
    [24, 86, 86, 118, 77, 56, 64],
    [['NO.'], ['ORDER'], ['RECEIPT'], ['PAYER'], ['PACKAGE'], ['VERIFIED'], ['AMOUNT (RM)', 'right']],
    lines.map((one) => [
      [one.no],
      [one.order],
      [one.receipt],
      [one.payer],
      [one.package],
      [one.verified],
      [one.amount, 'right'],
    ]),
  )

const pieces = (doc: Doc, y: number, print: ClosePrint) =>
  table(
    doc,
    y,
    [200, 155, 156],
    [['NOTES AND COINS'], ['PIECES', 'right'], ['AMOUNT (RM)', 'right']],
    print.pieces.map((one) => [[one.piece], [one.count, 'right'], [one.amount, 'right']]),
  )

const sumHeight = 20

function sums(doc: Doc, y: number, print: ClosePrint): number {
  const rows = [
    ...(print.returned
      ? [
          ['Received', print.received],
          ['Given back after an earlier close', print.returned],
        ]
      : []),
    ['Expected', print.expected],
    ['Counted', print.counted],
  ] as const
  const { x, width } = full(doc, y)
  const amount = { x: x + width - 148, width: 140 }
  let top = roomFor(doc, y, sumHeight * (rows.length + 1))
  for (const [name = '', sum = ''] of rows) {
    write(doc, name, { x: x + 8, y: top + 4, width: width - 170 }, body)
    write(doc, `RM ${sum}`, { ...amount, y: top + 4 }, { ...body, align: 'right' })
    top += sumHeight
  }
  doc.rect(x, top, width, sumHeight + 2).fill(tint)
  write(doc, 'Difference', { x: x + 8, y: top + 5, width: width - 170 }, strong)
  write(doc, print.difference, { ...amount, y: top + 4.5 }, { size: 10, bold: true, color: ink, align: 'right' })
  rule(doc, top + sumHeight + 2, ink)
  return top + sumHeight + 2
}

/** Three lines to sign on, together on one page. */
function signatures(doc: Doc, y: number, { coach, closedBy }: ClosePrint): void {
  const { x, width } = full(doc, y)
  const gap = 18
  const each = (width - gap * 2) / 3
  const top = roomFor(doc, y, 70) + 22
  const people = [
    ['Handed over by', coach],
    ['Counted by', closedBy],
    ['Checked by', ''],
  ] as const
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
