/** The layout that all printed documents share: letterhead, heading, labelled pairs, closing line. Runs in the PDF worker. */
import type { Letterhead } from './letterhead.ts'
import { type Box, type Doc, heightOf, numberPages, roomFor, type Style, write } from './pdf-page.ts'

export const ink = '#12305f'
const grey = '#5a6372'
export const line = '#ccd3de'
export const tint = '#f1f4f9'

export const label = { size: 6.5, color: grey, spacing: 0.5 }
/** At the foot of a page. */
export const finePrint = { ...label, spacing: 0 }
export const small = { size: 8, color: grey }
export const body = { size: 9 }
export const strong = { size: 9, bold: true }

/** The box between the margins, from y down. */
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

const logoBox = { width: 118, height: 42 }
const logoGap = 14

/** Drawn at the top of the first page, with the logo at its right; returns the y below. */
export function letterhead(doc: Doc, { name, lines, logo, accent = ink }: Letterhead): number {
  doc.rect(0, 0, doc.page.width, 7).fill(accent)
  const top = doc.page.margins.top - 6
  const { x, width } = full(doc, top)
  const side = logo ? logoBox.width + logoGap : 0
  if (logo)
    doc.image(pictureIn(doc, logo), x + width - logoBox.width, top + 2, {
      fit: [logoBox.width, logoBox.height],
      align: 'right',
    })
  let y = write(doc, name, { x, y: top, width: width - side }, { size: 15, bold: true, color: ink })
  for (const text of lines) y = write(doc, text, { x, y: y + 0.5, width: width - side }, { ...small, size: 7.5 })
  y = Math.max(y, logo ? top + 2 + logoBox.height : y)
  rule(doc, y + 8, accent, 1.2)
  return y + 8
}

/** Pictures by document, so that a document of many receipts embeds its logo once. */
const embedded = new WeakMap<Doc, Map<Uint8Array, PDFKit.Mixins.ImageSrc>>()

function pictureIn(doc: Doc, bytes: Uint8Array): PDFKit.Mixins.ImageSrc {
  const known = embedded.get(doc) ?? new Map<Uint8Array, PDFKit.Mixins.ImageSrc>()
  embedded.set(doc, known)
  const opened = known.get(bytes) ?? doc.openImage(Buffer.from(bytes))
  known.set(bytes, opened)
  return opened
}

/** Draws the picture under this page, before anything else, and under later ones until the returned function is called. */
export function background(doc: Doc, bytes: Uint8Array | undefined): () => void {
  if (!bytes) return () => {}
  const drawPicture = () => doc.image(pictureIn(doc, bytes), 0, 0, { width: doc.page.width, height: doc.page.height })
  drawPicture()
  doc.on('pageAdded', drawPicture)
  return () => void doc.off('pageAdded', drawPicture)
}

/** The document's title at the left, its number and date at the right; returns the y below. */
function heading(doc: Doc, y: number, title: string, number: string, date: string): number {
  const { x, width } = full(doc, y)
  const side = 150
  const below = write(doc, title, { x, y, width: width - side }, { size: 14, bold: true, spacing: 0.6 })
  const right = { x: x + width - side, width: side }
  const dateTop = write(doc, `No. ${number}`, { ...right, y: y + 1 }, { ...strong, align: 'right' })
  return Math.max(below, write(doc, `Date ${date}`, { ...right, y: dateTop }, { ...body, align: 'right' }))
}

interface PaperHead {
  company: Letterhead
  /** The kind of document, such as `Official Receipt`. */
  name: string
  number: string
  date: string
}

/**
 * Draws one paper, starting at the current page: the letterhead, the heading `gap` points below it, then `content` from
 * its y down. The pages of a paper of several are numbered.
 */
export function drawPaper(doc: Doc, head: PaperHead, gap: number, content: (y: number) => void): void {
  const { company, name, number, date } = head
  const { start, count } = doc.bufferedPageRange()
  content(heading(doc, letterhead(doc, company) + gap, name.toUpperCase(), number, date))
  numberPages(doc, start + count - 1, `${name} ${number}`, finePrint)
}

/** A label above its text over the whole width; returns the y below. */
export function labelled(doc: Doc, y: number, name: string, text: string, style: Style = body): number {
  return write(doc, text, full(doc, write(doc, name, full(doc, y), label) + 1), style)
}

/**
 * Rows of two labelled texts side by side, with some width left free at their right; a row is never split across pages.
 * Returns the y below.
 */
export function pairs(
  doc: Doc,
  y: number,
  rows: readonly (readonly (readonly [string, string])[])[],
  free = 0,
): number {
  const { x, width: whole } = full(doc, y)
  const width = whole - free
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

export type Signature = readonly [role: string, name: string]

/** In points but for `places`, how many lines have room side by side. */
interface SigningLines {
  places: number
  gap: number
}

/** Lines to sign on, with the role below each; `below` writes name and date into the box under it. */
export function signatures(
  doc: Doc,
  y: number,
  people: readonly Signature[],
  { places, gap }: SigningLines,
  below: (box: Box, name: string) => void,
): void {
  const { x, width } = full(doc, y)
  const each = (width - gap * (places - 1)) / places
  for (const [place, [role, name]] of people.entries()) {
    const box = { x: x + place * (each + gap), width: each }
    doc
      .moveTo(box.x, y)
      .lineTo(box.x + each, y)
      .lineWidth(0.6)
      .strokeColor(grey)
      .stroke()
    below({ ...box, y: write(doc, role, { ...box, y: y + 4 }, strong) }, name)
  }
}

/** The last line, at the foot of the page as in a letter. */
export function closing(doc: Doc, y: number, text: string): void {
  const style = { ...finePrint, align: 'center' } as const
  const height = 14 + heightOf(doc, text, full(doc, y).width, style)
  const top = Math.max(roomFor(doc, y, height), doc.page.height - doc.page.margins.bottom - height)
  rule(doc, top)
  write(doc, text, full(doc, top + 6), style)
}
