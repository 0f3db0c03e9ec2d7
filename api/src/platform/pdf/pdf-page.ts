/** Drawing functions for the layouts; runs in the PDF worker. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font, type GlyphRun, type Position } from 'fontkit'

export type Doc = PDFKit.PDFDocument

/** A document of a module: a file exports it as `layout`, and renderPdf takes that file's URL. */
export type Layout<T> = {
  size: 'A4' | 'A5'
  orientation: 'portrait' | 'landscape'
  /** In points, on all four sides. */
  margin: number
  /** The title that a viewer shows in its title bar. */
  title(data: T): string
  /** The instant at which its content was written down, so that it makes the same bytes whenever it is drawn. */
  writtenAt?(data: T): string | undefined
  draw(doc: Doc, data: T): void
}

export type Style = {
  size: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right' | 'center'
  spacing?: number
}

export type Box = { x: number; y: number; width: number }

/** By the name that a document knows it by. */
type Fonts = Record<'regular' | 'bold' | 'tamilRegular' | 'tamilBold', Font>
let read: Fonts | undefined

/** Latin, simplified and traditional Chinese in one family, Latin and Tamil in another; read once per worker. */
export function fonts(): Fonts {
  read ??= {
    regular: fontFile('noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
    bold: fontFile('noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
    tamilRegular: fontFile('noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf'),
    tamilBold: fontFile('noto-sans-tamil/700Bold/NotoSansTamil_700Bold.ttf'),
  }
  // On one line with texts of the other family they stand at the same height.
  for (const font of [read.tamilRegular, read.tamilBold])
    Object.defineProperties(font, { ascent: { value: read.regular.ascent }, descent: { value: read.regular.descent } })
  return read
}

function fontFile(name: string): Font {
  return remembering(create(readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${name}`)))))
}

const mostWords = 4000

/** The font with a word's glyphs cached per worker: documents repeat words, and lookup is most of a short document's cost. */
function remembering(font: Font): Font {
  const lookUp = font.layout.bind(font)
  const words = new Map<string, GlyphRun>()
  font.layout = (text, features) => {
    if (features) return lookUp(text, features)
    const known = words.get(text) ?? lookUp(text)
    if (words.size >= mostWords) words.clear()
    words.set(text, known)
    // pdfkit scales the positions it is given
    return runOf(known.glyphs, known.positions)
  }
  return font
}

const runOf = (glyphs: GlyphRun['glyphs'], known: readonly Position[]): GlyphRun => {
  const positions = known.map((position) => ({ ...position }))
  return {
    glyphs,
    positions,
    get advanceWidth() {
      return positions.reduce((width, { xAdvance }) => width + xAdvance, 0)
    },
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const unseen = /[\p{Cf}\p{Variation_Selector}]/gu
const blank = /^\s$/u
const plain = /^[\x20-\x7e\n]*$/

interface Printable {
  text: string
  isTamil: boolean
}

const has = (font: Font, text: string) =>
  [...text].every((character) => blank.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))

/** A letter whose marks the font lacks is still that letter. */
function drawn(font: Font, part: string): string {
  const bare = part.replace(/\p{M}/gu, (mark) => (has(font, mark) ? mark : ''))
  return bare !== '' && has(font, bare) ? bare : '□'
}

/**
 * The text in the font that has all of it, without invisible characters; where none has, with a box for everything that the
 * first one lacks (emoji, Tamil beside Chinese).
 */
export function printable(text: string): Printable {
  if (plain.test(text)) return { text, isTamil: false }
  const { regular, tamilRegular } = fonts()
  const seen = text.replace(unseen, '')
  if (has(regular, seen)) return { text: seen, isTamil: false }
  if (has(tamilRegular, seen)) return { text: seen, isTamil: true }
  const parts = [...graphemes.segment(text)].map(({ segment }) => segment.replace(unseen, ''))
  return { text: parts.map((part) => drawn(regular, part)).join(''), isTamil: false }
}

/** Writes wrapped text into a box and returns the y below it; continues on a new page where the page ends. */
export function write(doc: Doc, text: string, box: Box, style: Style): number {
  const printed = printable(text)
  choose(doc, style, printed).fillColor(style.color ?? '#1b1f27')
  doc.text(printed.text, box.x, box.y, options(box, style))
  return doc.y
}

/** The height that `write` would need. */
export function heightOf(doc: Doc, text: string, width: number, style: Style): number {
  const printed = printable(text)
  return choose(doc, style, printed).heightOfString(printed.text, options({ width }, style))
}

/** The width of a text on one line. */
export function widthOf(doc: Doc, text: string, style: Style): number {
  const printed = printable(text)
  return choose(doc, style, printed).widthOfString(printed.text, { characterSpacing: style.spacing ?? 0 })
}

/** The y to continue at: the given one if `height` still fits below it, else the top of a new page. */
export function roomFor(doc: Doc, y: number, height: number): number {
  if (y + height <= doc.page.height - doc.page.margins.bottom) return y
  doc.addPage()
  return doc.page.margins.top
}

/** Writes a line into the bottom margin of the current page, below the flowing text. */
function footnote(doc: Doc, text: string, style: Style): void {
  const { left, right, bottom } = doc.page.margins
  // with its margin in place the page would count as full and pdfkit would add a new one
  doc.page.margins.bottom = 0
  const box = { x: left, y: doc.page.height - bottom + 6, width: doc.page.width - left - right }
  write(doc, text, box, { align: 'center', ...style })
  doc.page.margins.bottom = bottom
}

/** Writes `label – Page x of y` under the pages from `first` to the last, when there is more than one. */
export function numberPages(doc: Doc, first: number, label: string, style: Style): void {
  const { start, count } = doc.bufferedPageRange()
  const total = start + count - first
  for (let page = first; total > 1 && page < first + total; page += 1) {
    doc.switchToPage(page)
    footnote(doc, `${label} – Page ${page - first + 1} of ${total}`, style)
  }
}

function choose(doc: Doc, { bold, size }: Style, { isTamil }: Printable): Doc {
  const name: keyof Fonts = isTamil ? (bold ? 'tamilBold' : 'tamilRegular') : bold ? 'bold' : 'regular'
  return doc.font(name).fontSize(size)
}

function options(box: { width: number }, style: Style) {
  return { width: box.width, align: style.align ?? 'left', characterSpacing: style.spacing ?? 0, lineGap: 0 }
}
