import { type Page, piece } from './xlsx-cells.ts'

/** One column of a table: its heading and what each row shows under it. */
export interface Column<Row> {
  header: string
  /**
   * `text` stays text whatever it looks like: a phone number keeps its zero, `=1+1` is not reckoned. `day` takes
   * `YYYY-MM-DD`. `integer` and `money` (RM, two decimals) can be added up; they also take a number as the database
   * writes it, '-12.50'.
   */
  kind: 'text' | 'day' | 'integer' | 'money'
  /** In characters. */
  width: number
  value: (row: Row) => string | number | null
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

/** As the database writes a number; one with more digits than a spreadsheet keeps stays text. */
const decimal = /^-?(?=[\d.]{1,15}$)\d+(?:\.\d+)?$/

/** What stands in a cell: a number, or text. */
function shownOf(kind: Column<unknown>['kind'], given: string | number): string | number {
  if (typeof given === 'number' || kind === 'text') return given
  if (kind === 'day') return serialOf(given)
  return decimal.test(given) ? Number(given) : given
}

/** The name of a column from its place: A, B, ... Z, AA. */
const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

const endOfText = piece('</is></c>')
const endOfNumber = piece('</v></c>')
const beginOfRow = piece('<row r="')
const endOfTag = piece('">')
const endOfRow = piece('</row>')

export interface Pen<Row> extends Pick<Column<Row>, 'kind' | 'value'> {
  /** The number of its style among those of the workbook. */
  style: number
}

/** What draws a row, given its place in the sheet. A row without anything in it is left out. */
export function drawerOf<Row>(pens: readonly Pen<Row>[]): (page: Page, row: Row, place: number) => void {
  const cells = pens.map(({ kind, value, style }, index) => ({
    kind,
    value,
    begin: piece(`<c r="${letterOf(index)}`),
    text: piece(`" t="inlineStr" s="${style}"><is>`),
    number: piece(`" s="${style}"><v>`),
  }))
  return (page, row, place) => {
    const line = String(place)
    let isEmpty = true
    for (const cell of cells) {
      const given = cell.value(row)
      if (given === null || (typeof given === 'number' && !Number.isFinite(given))) continue
      if (isEmpty) {
        page.lay(beginOfRow)
        page.plain(line)
        page.lay(endOfTag)
        isEmpty = false
      }
      page.lay(cell.begin)
      page.plain(line)
      const shown = shownOf(cell.kind, given)
      if (typeof shown === 'number') {
        page.lay(cell.number)
        page.plain(String(shown))
        page.lay(endOfNumber)
      } else {
        page.lay(cell.text)
        page.text(shown)
        page.lay(endOfText)
      }
    }
    if (!isEmpty) page.lay(endOfRow)
  }
}
