/** How an evening close looks: a line for each coach, the sums, one signature. Runs in the PDF worker. */
import { inRM, withMinus } from '@academy/contract/platform/figures.ts'
import { type Doc, drawPaper, type Layout, labelled, pairs, roomFor, strong, table } from '../platform/pdf/index.ts'
import { signing, sumsAndDifference } from './document-layout.ts'
import type { EveningPrint } from './evening-document.ts'

const name = 'Evening Close'

export const layout: Layout<EveningPrint> = {
  size: 'A4',
  orientation: 'portrait',
  margin: 42,
  title: ({ number }) => `${name} ${number}`,
  draw: (doc, print) => drawPaper(doc, { name, date: print.day, ...print }, 20, (y) => content(doc, y, print)),
}

function content(doc: Doc, y: number, print: EveningPrint): void {
  let next = pairs(doc, y + 16, [
    [
      ['CASH RECEIVED ON', print.day],
      ['CLOSED BY', `${print.closedBy}, ${print.closedAt}`],
    ],
  ])
  next = coaches(doc, next + 16, print)
  next = sums(doc, next + 16, print)
  next = labelled(doc, roomFor(doc, next + 12, 30), 'COUNTED, IN WORDS', print.words, strong)
  signing(doc, next + 44, [['Counted and closed by', print.closedBy]])
}

const coaches = (doc: Doc, y: number, { lines }: EveningPrint) =>
  table(
    doc,
    y,
    [
      ['CLOSE', 72],
      ['COACH', 92],
      ['PAYMENTS', 52],
      ['EXPECTED (RM)', 66, 'right'],
      ['COUNTED (RM)', 66, 'right'],
      ['DIFFERENCE', 60, 'right'],
      ['REMARK', 103],
    ],
    lines.map((one) => [
      ...[one.close, one.coach, one.payments],
      ...[one.expected, one.counted, one.difference].map(withMinus),
      one.remark,
    ]),
  )

const sums = (doc: Doc, y: number, print: EveningPrint) =>
  sumsAndDifference(
    doc,
    y,
    [
      ['Payments', print.payments],
      ['Expected', inRM(print.expected)],
      ['Counted', inRM(print.counted)],
    ],
    print.difference,
  )
