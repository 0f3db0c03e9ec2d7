/** How a coach's statement looks. Runs in the PDF worker. */
import {
  body,
  type Column,
  columnsOf,
  type Doc,
  finePrint,
  full,
  headHeight,
  heightOf,
  type Layout,
  labelled,
  letterhead,
  line,
  numberPages,
  pairs,
  roomFor,
  row,
  rowHeight,
  rowTop,
  rule,
  signatures,
  small,
  strong,
  tableHead,
  tint,
  total,
  totalHeight,
  totalLine,
  write,
} from '../../platform/pdf/index.ts'
import type { StatementPrint } from './statement.ts'

const name = 'Coach Settlement'

export const layout: Layout<StatementPrint> = {
  size: 'A4',
  orientation: 'portrait',
  margin: 42,
  title: ({ coach, month }) => `${name} ${coach} ${month}`,
  draw(doc, print) {
    content(doc, heading(doc, letterhead(doc, print.company) + 20, print), print)
    numberPages(doc, 0, `${name} ${print.coach}, ${print.month}`, finePrint)
  },
}

/** The title at the left, the month at the right. */
function heading(doc: Doc, y: number, { month }: StatementPrint): number {
  const below = write(doc, name.toUpperCase(), full(doc, y), { size: 14, bold: true, spacing: 0.6 })
  write(doc, month, full(doc, y + 3), { size: 12, bold: true, align: 'right' })
  return below
}

function content(doc: Doc, y: number, print: StatementPrint): void {
  let next = pairs(doc, y + 16, [
    [
      ['COACH', print.coach],
      ['CLASSES FROM', print.days],
    ],
    [
      ['BANK ACCOUNT', print.bank],
      ['COMPUTED ON', print.computed],
    ],
  ])
  next = table(doc, next + 16, print)
  const { width } = full(doc, next)
  const said = print.notes.reduce((sum, note) => sum + 4 + heightOf(doc, note, width, small), 0)
  // What is signed is not signed on a page of its own.
  const signed = 30 + heightOf(doc, print.words, width, strong) + said + 44 + signatureHeight
  next = labelled(doc, roomFor(doc, next + 12, signed), 'AMOUNT IN WORDS', print.words, strong)
  for (const note of print.notes)
    next = write(doc, note, full(doc, roomFor(doc, next + 4, heightOf(doc, note, width, small))), small)
  signing(doc, next + 44, print)
}

const head = [
  ['DATE', 86],
  ['TIME', 98],
  ['PRESENT', 54, 'right'],
  ['CREDITS', 58, 'right'],
  ['RATE', 130],
  ['AMOUNT (RM)', 85, 'right'],
] as const
const titles = head.map(([title]) => title)

const pad = 3.5

/** The days under their class; the head is repeated on every page. */
function table(doc: Doc, y: number, print: StatementPrint): number {
  const columns = columnsOf(doc, head, 6)
  const { x, width } = full(doc, y)
  const headAt = (top: number) => tableHead(doc, top, columns, titles)
  let next = headAt(roomFor(doc, y, headHeight + 60))
  for (const course of print.courses) {
    // The class takes the first two columns, and the name what it needs of them.
    const box = { x: x + 6, width: 172 }
    const height = heightOf(doc, course.name, box.width, strong) + pad * 2
    // A class is not parted from its first day.
    next = rowTop(doc, next, height + 20, headAt)
    doc.rect(x, next, width, height).fill(tint)
    write(doc, course.name, { ...box, y: next + pad }, strong)
    row(
      doc,
      next + pad,
      columns,
      ['', '', course.heads, course.credits, heldWords(course.classes), course.amount],
      strong,
    )
    next += height
    rule(doc, next, line, 0.4)
    for (const day of course.days) {
      const texts = [day.date, day.time, day.heads, day.credits, day.rate, day.amount]
      const tall = rowHeight(doc, columns, texts) + pad * 2
      next = rowTop(doc, next, tall, headAt)
      row(doc, next + pad, columns, texts, body)
      next += tall
      rule(doc, next, line, 0.4)
    }
  }
  next = roomFor(doc, next, totalHeight * (print.toPay ? 2 : 1))
  const below = totalLine(doc, next)
  row(doc, next + 5, columns, ['Total', '', print.heads, print.credits, heldWords(print.classes)], strong)
  row(doc, next + 4.5, columns, ['', '', '', '', '', print.amount], total)
  return print.toPay ? withCorrections(doc, below, columns, print) : below
}

/** What changed in months that were closed, and what is paid with it. */
function withCorrections(doc: Doc, y: number, columns: Column[], { corrections, toPay }: StatementPrint): number {
  const [first, ...others] = columns
  const wide = first ? [{ ...first, width: 172 }, ...others] : columns
  let next = y + 4
  for (const { name: of, heads, credits, classes, amount } of corrections) {
    const texts = [of, '', heads, credits, classesWords(classes), amount]
    const tall = rowHeight(doc, wide, texts) + pad * 2
    next = roomFor(doc, next, tall + totalHeight)
    row(doc, next + pad, wide, texts, body)
    next += tall
    rule(doc, next, line, 0.4)
  }
  const below = totalLine(doc, next)
  row(doc, next + 5, columns, ['To pay'], strong)
  row(doc, next + 4.5, columns, ['', '', '', '', '', toPay], total)
  return below
}

const classesWords = (classes: string) => (/^\D?1$/.test(classes) ? `${classes} class` : `${classes} classes`)

const heldWords = (classes: string) => (classes === '1' ? '1 class held' : `${classes} classes held`)

const signatureHeight = 80

/** Two lines to sign on, together on one page. */
function signing(doc: Doc, y: number, { coach, company }: StatementPrint): void {
  const people = [
    ['Paid by', company.name],
    ['Received by', coach],
  ] as const
  signatures(doc, roomFor(doc, y, signatureHeight) + 26, people, { places: 2, gap: 36 }, (box, name) => {
    const below = write(doc, name, box, small)
    write(doc, 'Date', { ...box, y: below + 10 }, small)
  })
}
