/** How a report looks on paper. Runs in the PDF worker. */
import {
  body,
  type Column,
  type Doc,
  finePrint,
  full,
  heightOf,
  ink,
  type Layout,
  letterhead,
  line,
  numberPages,
  roomFor,
  row,
  rowHeight,
  rowTop,
  rule,
  type Style,
  small,
  tint,
  widthOf,
  write,
} from '../../platform/pdf/index.ts'
import type { PrintColumn, ReportPrint } from './pdf.ts'

export const layout: Layout<ReportPrint> = {
  size: 'A4',
  orientation: 'landscape',
  margin: 34,
  title: ({ title }) => title,
  draw(doc, print) {
    let y = letterhead(doc, print.company)
    y = write(doc, print.title, full(doc, y + 14), { size: 14, bold: true, spacing: 0.4 })
    for (const text of print.about) y = write(doc, text, full(doc, y + 1), small)
    table(doc, y + 10, print)
    numberPages(doc, 0, print.title, finePrint)
  },
}

type Table = Pick<ReportPrint, 'columns' | 'details' | 'lines'>

const isDetail = ({ kind }: Table['lines'][number]) => kind === 'detail'

/** More columns than this need small print and narrow gaps. */
const manyColumns = 18
const indent = 14
const pad = 3
/** Space for one detail line, so that a row and its first detail stay on one page. */
const nextLine = 18

/** A column with its title at its place on the page. */
type PlacedColumn = Column & Pick<PrintColumn, 'title'>

function placeColumns(doc: Doc, columns: readonly PrintColumn[], left: number): PlacedColumn[] {
  const { x, width } = full(doc, 0)
  const whole = columns.reduce((sum, column) => sum + column.width, 0)
  const gap = columns.length > manyColumns ? 1 : pad
  let next = x + left
  return columns.map((column, index) => {
    const space = ((width - left) * column.width) / whole
    // Left-aligned text right behind a right-aligned figure would run into it.
    const apart = columns[index - 1]?.align === 'right' && column.align === 'left' ? gap * 2 : 0
    const { title, align } = column
    const result = { title, align, x: next + apart + gap, width: space - apart - gap * 2 }
    next += space
    return result
  })
}

/** The size of print at which no figure of these lines is broken over two. */
function sizeFor(doc: Doc, columns: readonly PlacedColumn[], lines: Table['lines'], wanted: Style): number {
  const shrunk = columns.map((column, at) => {
    if (column.align !== 'right') return 1
    const longest = lines.reduce((most, { cells }) => {
      const text = cells[at] ?? ''
      return text.length > most.length ? text : most
    }, '')
    return column.width / widthOf(doc, longest, wanted)
  })
  return Math.min(wanted.size, wanted.size * Math.min(...shrunk))
}

function table(doc: Doc, y: number, { columns, details, lines }: Table): void {
  const placed = placeColumns(doc, columns, 0)
  const under = placeColumns(doc, details, indent)
  const [sums, parts] = [lines.filter(({ kind }) => kind === 'row' || kind === 'total'), lines.filter(isDetail)]
  const size = sizeFor(doc, placed, sums, { size: columns.length > manyColumns ? 6 : 7.5, bold: true })
  const style: Style = { ...body, size }
  const detailStyle = { ...style, size: sizeFor(doc, under, parts, { size: size - 0.5 }), color: '#3c4554' }
  const head = (top: number) => heads(doc, top, placed, under, size)
  let next = head(roomFor(doc, y, 60))
  const noteHeight = (text = '') => heightOf(doc, text, full(doc, 0).width, small) + 4
  const notes = lines.filter(({ kind }) => kind === 'note')
  const end = notes.reduce((sum, { cells }) => sum + noteHeight(cells[0]), 0)
  // The last row, the totals and the notes stay on one page.
  const followedBy = (index: number): number => {
    const after = lines[index + 1]?.kind
    if (after === 'total') return nextLine + end
    if (after === 'note') return end
    return lines[index]?.kind === 'row' && after === 'detail' ? nextLine : 0
  }
  for (const [index, { kind, cells }] of lines.entries()) {
    if (kind === 'note') {
      const height = noteHeight(cells[0])
      next = write(doc, cells[0] ?? '', full(doc, roomFor(doc, next + 4, height)), small)
      continue
    }
    const into = kind === 'detail' ? under : placed
    const strong = kind === 'total' || (kind === 'row' && under.length > 0)
    const cellStyle = kind === 'detail' ? detailStyle : { ...style, bold: strong }
    const height = rowHeight(doc, into, cells, cellStyle) + pad * 2
    next = rowTop(doc, next, height + followedBy(index), head)
    if (strong) doc.rect(full(doc, 0).x, next, full(doc, 0).width, height).fill(tint)
    row(doc, next + pad, into, cells, cellStyle)
    next += height
    rule(doc, next, kind === 'total' ? ink : line, 0.4)
  }
}

/** The column titles, repeated on every page. */
function heads(
  doc: Doc,
  y: number,
  placed: readonly PlacedColumn[],
  under: readonly PlacedColumn[],
  size: number,
): number {
  const { x, width } = full(doc, y)
  const bar = (top: number, columns: readonly PlacedColumn[], background: string, color: string) => {
    const titles = columns.map(({ title }) => title)
    const style: Style = { size: size - 0.5, bold: true, color }
    const height = rowHeight(doc, columns, titles, style) + pad * 2
    doc.rect(x, top, width, height).fill(background)
    row(doc, top + pad, columns, titles, style)
    return top + height
  }
  const next = bar(y, placed, ink, '#ffffff')
  return under.length > 0 ? bar(next, under, line, ink) : next
}
