import type { MemberKind } from '@academy/contract/members/fields.ts'
import { type ImportProblem, importMessages } from '@academy/contract/members/import.ts'
import { isDay } from '@academy/contract/platform/dates.ts'
import { phoneDigits } from '@academy/contract/platform/phone.ts'
import { firstOf, isSafeText, tidy } from '@academy/contract/platform/text.ts'
import type { Cell, Table } from '../../platform/sheets/index.ts'
import { columnOf, headerOf, type Key, type SheetColumn } from '../listing/sheet.ts'

/** A row of the file: its cells as text, empty ones left out. */
export interface FileRow {
  row: number
  cells: ReadonlyMap<Key, string>
}

export interface FileRows {
  rows: FileRow[]
  problems: ImportProblem[]
  notes: ImportProblem[]
  /** False when the first row has no known column. */
  hasHeadings: boolean
}

const dayMilliseconds = 86_400_000
const epochSerial = 25_569
/** Serial number of 31-12-9999. */
const lastSerial = 2_958_465

/** `YYYY-MM-DD` of a spreadsheet's serial number. */
function dayOfSerial(serial: number): string | undefined {
  if (serial < 1 || serial > lastSerial) return undefined
  // Spreadsheets count 29 February 1900, which did not exist.
  const days = Math.floor(serial) - epochSerial + (serial < 60 ? 1 : 0)
  return new Date(days * dayMilliseconds).toISOString().slice(0, 10)
}

/** `YYYY-MM-DD` of what a date column holds: a date cell, its serial number, DD-MM-YYYY or ISO; else undefined. */
function dayOf(cell: Cell): string | undefined {
  if (typeof cell === 'number') return dayOfSerial(cell)
  if (typeof cell === 'object' && cell !== null) return 'day' in cell && isDay(cell.day) ? cell.day : undefined
  if (typeof cell !== 'string') return undefined
  const text = cell.trim()
  if (/^\d{5}$/.test(text)) return dayOfSerial(Number(text))
  const [, first = '', month = '', last = ''] =
    /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ][\d:.]+Z?)?$/.exec(text) ?? []
  const [year, date] = first.length === 4 ? [first, last] : [last, first]
  const iso = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return year.length === 4 && date.length <= 2 && isDay(iso) ? iso : undefined
}

/** With what the cell holds, or how that begins. */
function badDay(cell: Cell): string {
  const held = firstOf(tidy(String(typeof cell === 'object' && cell !== null && 'day' in cell ? cell.day : cell)), 40)
  return isSafeText(held) ? `${importMessages.badDay}, not ${held}` : importMessages.badDay
}

/** A number as it was typed: an I/C number without dashes, a phone number. */
const plainNumber = (value: number) => (Number.isInteger(value) ? BigInt(value).toString() : String(value))

/** A Malaysian phone number without its zero: no country has the code 11, and the shorter ones are no whole number of any. */
const phoneWithoutZero = /^(11\d{8}|1[02-9]\d{7}|3\d{8})$/
/** With the zero that a spreadsheet drops of what it takes for a number. */
const wholePhone = (digits: string) => (phoneWithoutZero.test(digits) ? `0${digits}` : digits)
const phoneOf = (written: string) => (written.startsWith('+') ? phoneDigits(written) : wholePhone(phoneDigits(written)))

/** The text of a cell, or its error; undefined when empty. */
function read(cell: Cell, column: SheetColumn): { text: string } | { message: string } | undefined {
  if (cell === null || (typeof cell === 'string' && tidy(cell) === '')) return undefined
  if (typeof cell === 'object' && 'fault' in cell) return { message: 'The formula of this cell failed' }
  if (column.kind === 'day') {
    const found = dayOf(cell)
    return found ? { text: found } : { message: badDay(cell) }
  }
  if (typeof cell === 'object') return { message: 'This cell holds a date; format it as text and type it again' }
  const isPhone = column.key === 'phoneNo'
  if (typeof cell === 'number') return { text: isPhone ? wholePhone(plainNumber(cell)) : plainNumber(cell) }
  if (typeof cell === 'boolean') return { text: String(cell) }
  // A password is not trimmed.
  const text = column.key === 'password' ? cell : tidy(cell).replace(/\r\n?/g, '\n')
  if (!isSafeText(text)) return { message: 'Contains characters that are not allowed' }
  return { text: isPhone ? phoneOf(text) : text }
}

const shownHeading = (cell: Cell) =>
  (typeof cell === 'object' && cell !== null ? '(no text)' : String(cell ?? '')).trim().slice(0, 60)

const icDigits = 12

/** Puts back the zeros dropped of an I/C number, which begins with the date of birth. */
function restoreZeros(values: Map<Key, string>): void {
  const [icNo = '', dob = ''] = [values.get('icNo'), values.get('dob')]
  const whole = icNo.padStart(icDigits, '0')
  const born = dob.slice(2).replaceAll('-', '')
  if (/^\d{9,11}$/.test(icNo) && born !== '' && whole.startsWith(born)) values.set('icNo', whole)
}

/** Whether one of these rows heads a list of members: names, and something else of them. */
const hasMembers = (top: readonly (readonly Cell[])[]) =>
  top.some((cells) => {
    const keys = cells.map((cell) => columnOf(shownHeading(cell))?.key)
    return keys.includes('name') && keys.filter(Boolean).length > 1
  })

/** The file's rows by our columns; the first row that is not blank has the headings. */
export function readRows({ rows: table, others }: Table): FileRows {
  const isBlank = (cells: readonly Cell[]) =>
    cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))
  const result: FileRows = { rows: [], problems: [], notes: [], hasHeadings: false }
  const first = table.findIndex((cells) => !isBlank(cells))
  const headings = (table[first] ?? []).map((cell) => ({
    heading: shownHeading(cell),
    column: columnOf(shownHeading(cell)),
  }))
  result.hasHeadings = headings.some(({ column }) => column)
  const seen = new Set<Key>()
  for (const { heading, column } of headings) {
    if (heading === '') continue
    const at = { row: first + 1, column: heading }
    if (!column) result.notes.push({ ...at, message: 'This column is not known and is left out' })
    else if (seen.has(column.key))
      result.problems.push({ ...at, message: `There are two columns for ${column.header}` })
    else seen.add(column.key)
  }
  for (const [index, cells] of table.entries()) {
    if (index <= first || isBlank(cells)) continue
    const row = index + 1
    const values = new Map<Key, string>()
    for (const [place, cell] of cells.entries()) {
      const column = headings[place]?.column
      if (!column) continue
      const value = read(cell, column)
      if (value && 'message' in value) result.problems.push({ row, column: column.header, message: value.message })
      else if (value) values.set(column.key, value.text)
    }
    restoreZeros(values)
    result.rows.push({ row, cells: values })
  }
  const unread = 'Only the first sheet is read, and this one has members, too: import it as a file of its own'
  for (const { name, top } of others)
    if (hasMembers(top)) result.notes.push({ row: 1, column: `Sheet ${name}`.slice(0, 60), message: unread })
  return result
}

const kindWords: Record<string, MemberKind> = {
  adult: 'adult',
  adults: 'adult',
  child: 'child',
  children: 'child',
  childrens: 'child',
  kid: 'child',
  kids: 'child',
  parent: 'parent',
  parents: 'parent',
}
const yes = ['yes', 'true', '1', 'y', 'ya']
const no = ['no', 'false', '0', 'n', 'tidak']

function meaningIn<T>(words: readonly (readonly [readonly string[], T])[], text: string): T | undefined {
  const word = text.toLowerCase()
  return words.find(([accepted]) => accepted.includes(word))?.[1]
}
export const kindIn = (text: string): MemberKind | undefined =>
  new Map(Object.entries(kindWords)).get(text.toLowerCase())
export const yesOrNo = (text: string): boolean | undefined =>
  meaningIn<boolean>(
    [
      [yes, true],
      [no, false],
    ],
    text,
  )
/** True: disabled. */
export const disabledIn = (text: string): boolean | undefined =>
  meaningIn<boolean>(
    [
      [['disabled', 'inactive', ...yes], true],
      [['active', 'enabled', ...no], false],
    ],
    text,
  )

/** Credits of an opening balance; undefined when not a number. `1,200` is accepted. */
export const creditIn = (text: string): number | undefined =>
  /^-?\d{1,3}(,\d{3})+$|^-?\d+(\.0+)?$/.test(text) ? Number(text.replaceAll(',', '')) : undefined

/** A problem at a row's column. */
export const problemAt = (row: number, key: string, message: string): ImportProblem => ({
  row,
  column: headerOf(key),
  message,
})
