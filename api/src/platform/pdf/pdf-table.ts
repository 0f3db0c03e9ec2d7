/** Tables of printed documents: rows in columns, the head bar, the total line. Runs in the PDF worker. */
import { body, full, ink, label, rule, strong, tint } from './pdf-letterhead.ts'
import { type Doc, heightOf, type Style, write } from './pdf-page.ts'

/** The place of a column on the page; left-aligned by default. */
export interface Column {
  x: number
  width: number
  align?: Style['align']
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
