import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CellStyle } from 'hucre/xlsx'
import { Page } from './xlsx-cells.ts'
import { bolder, frameOf, sheetBegin, sheetEnd, sheetName, sheetPart, styleOf } from './xlsx-frame.ts'
import { type Column, rowWriterOf } from './xlsx-rows.ts'
import { type ZipPart, zipped } from './zip-write.ts'

export { cellText } from './xlsx-cells.ts'
export { type Column, letterOf } from './xlsx-rows.ts'

/** Cell styles for workbooks that are filled in, which `hucre` writes; the streamed ones have theirs in `xlsx-frame.ts`. */
export const cellStyles: Record<Column<unknown>['kind'] | 'heading', CellStyle> = {
  heading: {
    font: { name: 'Calibri', size: 11, bold: true, color: { rgb: 'FFFFFF' } },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: '0958D9' } },
  },
  text: { numFmt: '@' },
  day: { numFmt: 'dd-mm-yyyy' },
  integer: { numFmt: '#,##0' },
  decimal: { numFmt: '#,##0.0' },
  money: { numFmt: '#,##0.00' },
}

/** Rows that a spreadsheet has in one sheet, the heading included. */
const rowsInSheet = 1_048_576
const pageSize = 131_072
const fullPage = 98_304
/** Rows written between two looks at the clock. */
const rowsAtOnce = 16
/** Milliseconds before the event loop is yielded. */
const longestTurn = 3

/** The rows of all portions in turn. */
class RowSource<Row> {
  readonly #portions: AsyncIterator<readonly Row[]>
  #portion: readonly Row[] = []
  #next = 0
  constructor(portions: AsyncIterable<readonly Row[]>) {
    this.#portions = portions[Symbol.asyncIterator]()
  }

  /** Whether there are more rows; waits for the next portion when this one is used up. */
  async more(): Promise<boolean> {
    while (this.#next === this.#portion.length) {
      const { done, value } = await this.#portions.next()
      if (done) return false
      this.#portion = value
      this.#next = 0
    }
    return true
  }

  /** At most so many of the rows already read. */
  take(most: number): readonly Row[] {
    const taken = this.#portion.slice(this.#next, this.#next + most)
    this.#next += taken.length
    return taken
  }

  stop = async () => void (await this.#portions.return?.())
}

/**
 * A workbook with a bold, frozen heading, written while it is read: rows are requested as the reader consumes the file,
 * so memory use does not grow with them. Rows beyond a sheet's maximum go on in another one. `isBold` selects rows in
 * bold, such as totals.
 */
export const workbook = <Row>(
  sheet: string,
  columns: readonly Column<Row>[],
  portions: AsyncIterable<readonly Row[]>,
  isBold: (row: Row) => boolean = () => false,
): Readable => Readable.from(zipped(partsOf(sheet, columns, portions, isBold)), { objectMode: false })

async function* partsOf<Row>(
  sheet: string,
  columns: readonly Column<Row>[],
  portions: AsyncIterable<readonly Row[]>,
  isBold: (row: Row) => boolean,
): AsyncGenerator<ZipPart> {
  const rows = new RowSource(portions)
  const names: string[] = []
  try {
    do {
      names.push(sheetName(sheet, names.length + 1))
      yield { name: sheetPart(names.length), content: sheetOf(columns, rows, isBold) }
    } while (await rows.more())
  } finally {
    await rows.stop()
  }
  yield* frameOf(names)
}

/** Two buffers: one is written while the other is compressed. */
async function* sheetOf<Row>(
  columns: readonly Column<Row>[],
  rows: RowSource<Row>,
  isBold: (row: Row) => boolean,
): AsyncGenerator<Buffer> {
  const heading = rowWriterOf(
    columns.map(({ header, width }) => ({ kind: 'text', style: styleOf.heading, width, value: () => header })),
  )
  const writerOf = (bold: number) =>
    rowWriterOf(columns.map(({ kind, value, width }) => ({ kind, style: styleOf[kind] + bold, width, value })))
  const [writeRow, writeBold] = [writerOf(0), writerOf(bolder)]
  let [page, other] = [new Page(pageSize), new Page(pageSize)]
  page.plain(sheetBegin(columns))
  let rowNumber = 1
  heading(page, undefined, rowNumber)
  let turn = performance.now()
  while (rowNumber < rowsInSheet && (await rows.more())) {
    for (const row of rows.take(Math.min(rowsAtOnce, rowsInSheet - rowNumber)))
      (isBold(row) ? writeBold : writeRow)(page, row, ++rowNumber)
    if (page.length >= fullPage) {
      yield page.take()
      ;[page, other] = [other, page]
    }
    if (performance.now() - turn < longestTurn) continue
    await nextTurn()
    turn = performance.now()
  }
  page.plain(sheetEnd)
  yield page.take()
}
