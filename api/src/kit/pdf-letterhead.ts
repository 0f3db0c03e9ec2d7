/** The look that all printed documents share: letterhead, heading, labelled pairs, closing line. Runs in the PDF worker. */
import type { Letterhead } from './letterhead.ts'
import { type Box, type Doc, heightOf, roomFor, type Style, write } from './pdf-page.ts'

export const ink = '#12305f'
export const grey = '#5a6372'
export const line = '#ccd3de'
export const tint = '#f1f4f9'

export const label = { size: 6.5, color: grey, spacing: 0.5 }
export const small = { size: 8, color: grey }
export const body = { size: 9 }
export const strong = { size: 9, bold: true }

/** The box between the margins, from y on. */
export function full(doc: Doc, y: number): Box {
  const { left, right } = doc.page.margins
  return { x: left, y, width: doc.page.width - left - right }
}

export function rule(doc: Doc, y: number, color = line, width = 0.6): void {
  const { x, width: length } = full(doc, y)
  doc
    .moveTo(x, y)
    .lineTo(x + length, y)
    .lineWidth(width)
    .strokeColor(color)
    .stroke()
}

/** At the top of the first page; answers the y below. */
export function letterhead(doc: Doc, { name, lines }: Letterhead): number {
  doc.rect(0, 0, doc.page.width, 7).fill(ink)
  let y = write(doc, name, full(doc, doc.page.margins.top - 6), { size: 15, bold: true, color: ink })
  for (const text of lines) y = write(doc, text, full(doc, y + 0.5), { ...small, size: 7.5 })
  rule(doc, y + 8, ink, 1.2)
  return y + 8
}

/** What the document is at the left, its number and date at the right; answers the y below. */
export function heading(doc: Doc, y: number, title: string, number: string, date: string): number {
  const { x, width } = full(doc, y)
  const side = 150
  const below = write(doc, title, { x, y, width: width - side }, { size: 14, bold: true, spacing: 0.6 })
  const right = { x: x + width - side, width: side }
  const dateTop = write(doc, `No. ${number}`, { ...right, y: y + 1 }, { ...strong, align: 'right' })
  return Math.max(below, write(doc, `Date ${date}`, { ...right, y: dateTop }, { ...body, align: 'right' }))
}

/** A label above its text over the whole width; answers the y below. */
export function labelled(doc: Doc, y: number, name: string, text: string, style: Style = body): number {
  return write(doc, text, full(doc, write(doc, name, full(doc, y), label) + 1), style)
}

/** Rows of two labelled texts side by side; a row is not torn apart by the end of a page. Answers the y below. */
export function pairs(doc: Doc, y: number, rows: readonly (readonly (readonly [string, string])[])[]): number {
  const { x, width } = full(doc, y)
  const half = width / 2 - 6
  let next = y
  for (const row of rows) {
    const tallest = Math.max(...row.map(([, text]) => heightOf(doc, text, half, body))) + 11
    next = roomFor(doc, next, tallest)
    for (const [column, [name, text]] of row.entries()) {
      const box = { x: x + column * (width / 2 + 6), width: half }
      write(doc, text, { ...box, y: write(doc, name, { ...box, y: next }, label) + 1 }, body)
    }
    next += tallest + 9
  }
  return next - 9
}

/** The last line, at the foot of the page where a letter has it. */
export function closing(doc: Doc, y: number, text: string): void {
  const top = Math.max(roomFor(doc, y, 24), doc.page.height - doc.page.margins.bottom - 24)
  rule(doc, top)
  write(doc, text, full(doc, top + 6), { ...label, spacing: 0, align: 'center' })
}
