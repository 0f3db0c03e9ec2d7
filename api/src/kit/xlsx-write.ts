import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import { type CellStyle, writeXlsxStream } from 'hucre/xlsx'

/** One column of a table: its heading and what each row shows under it. */
export interface Column<Row> {
  header: string
  /**
   * `text` stays text whatever it looks like: a phone number keeps its zero, `=1+1` is not reckoned. `day` takes
   * `YYYY-MM-DD`. `integer` and `money` (RM, two decimals) can be added up.
   */
  kind: 'text' | 'day' | 'integer' | 'money'
  /** In characters. */
  width: number
  value: (row: Row) => string | number | null
}

export const cellStyles: Record<Column<unknown>['kind'] | 'heading', CellStyle> = {
  heading: {
    font: { name: 'Calibri', size: 11, bold: true, color: { rgb: 'FFFFFF' } },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: '0958D9' } },
  },
  text: { numFmt: '@' },
  day: { numFmt: 'dd-mm-yyyy' },
  integer: { numFmt: '#,##0' },
  money: { numFmt: '#,##0.00' },
}

const dayMilliseconds = 86_400_000
/** The serial number of 1970-01-01. */
const epochSerial = 25_569
/** Below it Excel counts a day that never was. */
const firstDay = '1900-03-01'

/** A day as the number spreadsheets keep; as text where they know no such day. */
function serialOf(day: string): string | number {
  const at = Date.parse(`${day}T00:00:00Z`)
  return day < firstDay || Number.isNaN(at) ? day : at / dayMilliseconds + epochSerial
}

const longestCell = 32_767
/** Two code points XML cannot hold. */
const unwritable = /[\ufffe\uffff]/g
/** Text that a spreadsheet would take for one of its own escaped characters. */
const escapeLike = /_(?=x[0-9a-f]{4}_)/gi

/** A text as a cell holds it. */
export const cellText = (text: string): string =>
  text.replace(unwritable, '').replace(escapeLike, '_x005F_').slice(0, longestCell)

function cellOf<Row>({ kind, value }: Column<Row>, row: Row): string | number | null {
  const shown = value(row)
  if (shown === null || typeof shown === 'number') return shown
  return kind === 'day' ? serialOf(shown) : cellText(shown)
}

/** Between so many rows other requests get their turn. */
const rowsAtOnce = 100

/**
 * A workbook of one sheet with a bold heading that stays in sight, written while it is read: rows are asked for as the
 * reader takes what was written, and memory stays the same however many there are.
 */
export function workbook<Row>(
  sheet: string,
  columns: readonly Column<Row>[],
  portions: AsyncIterable<readonly Row[]>,
): Readable {
  let heading = true
  let line: (string | number | null)[] = []
  async function* lines() {
    yield columns.map(({ header }) => header)
    // Asked for the next row, the writer has drawn the heading.
    heading = false
    let drawn = 0
    for await (const rows of portions)
      for (const row of rows) {
        if (++drawn % rowsAtOnce === 0) await breath()
        line = columns.map((column) => cellOf(column, row))
        yield line
      }
  }
  // The writer asks for a style cell by cell while it draws the line; what is empty needs none.
  const drawn = columns.map(({ kind, width }, index) => ({
    width,
    get style() {
      if (heading) return cellStyles.heading
      return line[index] === null ? undefined : cellStyles[kind]
    },
  }))
  const bytes = writeXlsxStream(lines(), { name: sheet, columns: drawn, freezePane: { rows: 1 } })
  return Readable.from(chunksOf(bytes), { objectMode: false })
}

async function* chunksOf(bytes: ReadableStream<Uint8Array>) {
  for await (const chunk of bytes) yield chunk
}
