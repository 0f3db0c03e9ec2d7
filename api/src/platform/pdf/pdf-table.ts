/** Tables of printed documents: rows in columns, the head bar, the total line. Runs in the PDF worker. */
import { body, full, ink, label, line, rule, strong, tint } from './pdf-letterhead.ts'
import { type Doc, heightOf, roomFor, type Style, write } from './pdf-page.ts'

/** The place of a column on the page; left-aligned by default. */
export interface Column {
  x: number
  width: number
  align?: Style['align']
}

/** A column by its title and its width in points, the gaps at its sides included. */
export type Title = readonly [title: string, width: number, align?: 'right']

/** Columns side by side, the first at the left margin; `gap` points lie between the edge of a column and its text. */
export function columnsOf(doc: Doc, head: readonly Title[], gap: number): Column[] {
  const columns: Column[] = []
  let { x } = full(doc, 0)
  for (const [, width, align = 'left'] of head) {
    columns.push({ x: x + gap, width: width - gap * 2, align })
    x += width
  }
  return columns
}

/** Writes a text into each column; an empty or missing text is skipped. */
export function row(
  doc: Doc,
  y: number,
  columns: readonly Column[],
  texts: readonly string[],
  style: Style = body,
): void {
  for (const [index, { x, width, align = 'left' }] of columns.entries()) {
    const text = texts[index]
    if (text) write(doc, text, { x, y, width }, { ...style, align })
  }
}

/** The height of the row that `row` would write. */
export function rowHeight(doc: Doc, columns: readonly Column[], texts: readonly string[], style: Style = body): number {
  const heights = columns.map(({ width }, index) => {
    const text = texts[index]
    return text ? heightOf(doc, text, width, style) : 0
  })
  return Math.max(style.size, ...heights)
}

const onInk = { ...label, color: '#ffffff', bold: true }
export const headHeight = 18

/** The bar that heads a table, with the titles of its columns; returns the y below. */
export function tableHead(doc: Doc, y: number, columns: readonly Column[], titles: readonly string[]): number {
  const { x, width } = full(doc, y)
  doc.rect(x, y, width, headHeight).fill(ink)
  row(doc, y + 4.5, columns, titles, onInk)
  return y + headHeight
}

/** Where a row of this height goes: to the given y, or on a new page below what `head` draws at its top. */
export function rowTop(doc: Doc, y: number, height: number, head: (top: number) => number): number {
  const top = roomFor(doc, y, height)
  return top === y ? y : head(top)
}

/** A table of plain rows, whose head is repeated on every page; returns the y below. */
export function table(doc: Doc, y: number, head: readonly Title[], rows: readonly string[][]): number {
  const columns = columnsOf(doc, head, 4)
  const titles = head.map(([title]) => title)
  const headAt = (top: number) => tableHead(doc, top, columns, titles)
  let next = headAt(roomFor(doc, y, headHeight + 40))
  for (const texts of rows) {
    const height = rowHeight(doc, columns, texts) + 7
    next = rowTop(doc, next, height, headAt)
    row(doc, next + 3.5, columns, texts)
    next += height
    rule(doc, next, line, 0.4)
  }
  return next
}

export const totalHeight = 22
/** Text style of the amount on a total line. */
export const total = { ...strong, size: 10, color: ink }

/** The background of the total line and the rule below it; its text is written afterwards. Returns the y below. */
export function totalLine(doc: Doc, y: number): number {
  const { x, width } = full(doc, y)
  doc.rect(x, y, width, totalHeight).fill(tint)
  rule(doc, y + totalHeight, ink)
  return y + totalHeight
}
