import { encoded, type Page } from './xlsx-cells.ts'

/** One column of a table: its heading and the value of each row. */
export interface Column<Row> {
  header: string
  /**
   * `text` always stays text: a phone number keeps its zero, `=1+1` is not computed. `day` takes `YYYY-MM-DD`. `integer`,
   * `decimal` (one decimal) and `money` (RM, two decimals) can be summed; they also accept a number as the database writes it,
   * '-12.50'.
   */
  kind: 'text' | 'day' | 'integer' | 'decimal' | 'money'
  /** In characters. */
  width: number
  value: (row: Row) => string | number | null
  /** Left out for callers who may not see a member's medical notes and I/C number. */
  isSensitive?: boolean
}

const dayMilliseconds = 86_400_000
/** The serial number of 1970-01-01. */
const epochSerial = 25_569
/** Below it Excel counts 29 February 1900, which never existed. */
const firstDay = '1900-03-01'

/** A day as a spreadsheet's serial number; as text where spreadsheets know no such day. */
function serialOf(day: string): string | number {
  const at = Date.parse(`${day}T00:00:00Z`)
  return day < firstDay || Number.isNaN(at) ? day : at / dayMilliseconds + epochSerial
}

/** A number as the database writes it; one with more digits than a spreadsheet keeps stays text. */
const decimal = /^-?(?=[\d.]{1,15}$)\d+(?:\.\d+)?$/

/** A cell's value: a number, or text. */
function shownOf(kind: Column<unknown>['kind'], given: string | number): string | number {
  if (typeof given === 'number' || kind === 'text') return given
  if (kind === 'day') return serialOf(given)
  return decimal.test(given) ? Number(given) : given
}

/** The letters of a column by its index: A, B, ... Z, AA. */
export const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

const endOfText = encoded('</is></c>')
const endOfNumber = encoded('</v></c>')
const startOfRow = encoded('<row r="')
const endOfTag = encoded('">')
const heightOfRow = encoded('" ht="')
const endOfTallTag = encoded('" customHeight="1">')
const endOfRow = encoded('</row>')

interface Pen<Row> extends Pick<Column<Row>, 'kind' | 'value'> {
  /** The index of its style in the workbook. */
  style: number
  width: number
}

const lineHeight = 15
/** The maximum row height of a spreadsheet. */
const mostLines = 27
const space = 32
const newLine = 10
/** From here on a character is two wide, and a line may break on either side of it. */
const ideographs = 0x1100

/** The width of a Calibri letter in digits, rounded up. */
const breadths = Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code)
  if ('WM@'.includes(letter)) return 1.8
  if ('mw%'.includes(letter)) return 1.5
  if (/[A-Z]/.test(letter)) return 1.2
  if (/[ijl.,:;'|!]/.test(letter)) return 0.6
  return /[tfr()-]/.test(letter) ? 0.8 : 1
})

/**
 * How many lines a text takes in a column, rounded up: not every spreadsheet computes row heights itself, and lines
 * would overlap.
 */
export function linesOf(text: string, width: number): number {
  const available = width - 1
  // Even if every character is two wide.
  if (text.length * 2 <= available && !text.includes('\n')) return 1
  let lines = 1
  let taken = 0
  let word = 0
  /** A word goes on this line, on the next, or is broken where it is longer than a line. */
  const put = () => {
    if (taken + word > available && taken > 0) {
      lines++
      taken = 0
    }
    const full = Math.max(0, Math.ceil(word / available) - 1)
    lines += full
    taken += word - full * available
    word = 0
  }
  for (let index = 0; index < text.length && lines < mostLines; index++) {
    const code = text.charCodeAt(index)
    if (code < ideographs && code !== space && code !== newLine) {
      word += breadths[code] ?? 1
      continue
    }
    put()
    if (code === newLine) {
      lines++
      taken = 0
    } else if (code === space) taken++
    else {
      word = 2
      put()
    }
  }
  put()
  return Math.min(lines, mostLines)
}

/** Returns the function that writes a row, given its index in the sheet. Empty rows are left out. */
export function rowWriterOf<Row>(pens: readonly Pen<Row>[]): (page: Page, row: Row, rowNumber: number) => void {
  const cells = pens.map(({ kind, value, style, width }, index) => ({
    kind,
    value,
    width,
    start: encoded(`<c r="${letterOf(index)}`),
    text: encoded(`" t="inlineStr" s="${style}"><is>`),
    number: encoded(`" s="${style}"><v>`),
  }))
  // Shared by all rows: no allocation per cell.
  const shown: (string | number | null)[] = cells.map(() => null)
  return (page, row, rowNumber) => {
    let isEmpty = true
    let lines = 1
    for (const [index, { kind, value, width }] of cells.entries()) {
      const given = value(row)
      const isNothing = given === null || (typeof given === 'number' && !Number.isFinite(given))
      const shows = isNothing ? null : shownOf(kind, given)
      shown[index] = shows
      if (shows !== null) isEmpty = false
      if (typeof shows === 'string') lines = Math.max(lines, linesOf(shows, width))
    }
    if (isEmpty) return
    const line = String(rowNumber)
    page.append(startOfRow)
    page.plain(line)
    if (lines > 1) {
      page.append(heightOfRow)
      page.plain(String(lines * lineHeight))
      page.append(endOfTallTag)
    } else page.append(endOfTag)
    for (const [index, cell] of cells.entries()) {
      const shows = shown[index]
      if (shows === null || shows === undefined) continue
      page.append(cell.start)
      page.plain(line)
      if (typeof shows === 'number') {
        page.append(cell.number)
        page.plain(String(shows))
        page.append(endOfNumber)
      } else {
        page.append(cell.text)
        page.text(shows)
        page.append(endOfText)
      }
    }
    page.append(endOfRow)
  }
}
