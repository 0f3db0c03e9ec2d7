/** Reads a workbook that anybody may have made. Runs in the worker of table-read.ts. */
import type { Cell, TableLimits } from './table-read.ts'
import { UnreadableFile, unzip, type ZipEntry, zip } from './zip.ts'

const largest = { entries: 200, inflated: 30_000_000 }

/** What the reader needs; pictures, printer settings and the like stay out. */
const isWanted = ({ name }: ZipEntry) => /\.(xml|rels)$/i.test(name)

/** Text in another encoding would hide from the search below what it says. */
function checkXml({ name, content }: ZipEntry) {
  if (content[0] === 0xfe || content[0] === 0xff || content.includes(0))
    throw new UnreadableFile('The workbook is written in a way that is not accepted')
  const head = content.toString('latin1')
  if (/encoding\s*=\s*["'](?!utf-?8["'])/i.test(head.slice(0, 200)))
    throw new UnreadableFile('The workbook is written in a way that is not accepted')
  if (/<!\s*(DOCTYPE|ENTITY)/i.test(head)) throw new UnreadableFile(`The workbook declares entities in ${name}`)
}

const columnOf = (letters: string) =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)

const count = (text: string, tag: RegExp) => text.match(tag)?.length ?? 0

/** The reader makes every cell up to the last: one far out would cost the whole memory. */
function checkExtent({ content }: ZipEntry, limits: TableLimits) {
  if (!content.includes('sheetData')) return
  const text = content.toString('latin1')
  if (count(text, /<(\w+:)?row\b/g) > limits.rows)
    throw new UnreadableFile(`The sheet has more than ${limits.rows} rows`)
  if (count(text, /<(\w+:)?c\b/g) > limits.rows * limits.columns)
    throw new UnreadableFile('The sheet has too many cells')
  for (const [, letters = '', digits = ''] of text.matchAll(/\sr\s*=\s*["']\s*([A-Za-z]*)(\d+)/g)) {
    const row = Number(digits)
    const column = columnOf(letters.toUpperCase())
    if (row > limits.rows) throw new UnreadableFile(`The sheet has more than ${limits.rows} rows`)
    if (column > limits.columns) throw new UnreadableFile(`The sheet has more than ${limits.columns} columns`)
  }
}

/** The first sheet of a workbook, row by row; a row's place in the list is its place in the sheet. */
export async function readXlsx(content: Buffer, limits: TableLimits): Promise<Cell[][]> {
  const entries = unzip(content, largest).filter(isWanted)
  for (const entry of entries) {
    checkXml(entry)
    checkExtent(entry, limits)
  }
  // An archive of ours: what was checked is what is read, whatever else the file may hold.
  const checked = zip(entries)
  const whole = checked.buffer.slice(checked.byteOffset, checked.byteOffset + checked.length)
  try {
    // Loaded late: most files that mean harm are refused before.
    const { readSheet } = await import('read-excel-file/universal')
    const rows: Cell[][] = (await readSheet(whole as ArrayBuffer, { trim: false })).map((row) => row.map(cellOf))
    markFaults(rows, entries)
    return rows
  } catch (error) {
    throw new UnreadableFile(meaningOf(error))
  }
}

/** The reader leaves out cells whose formula failed; whoever fills in a sheet must be told of them. */
function markFaults(rows: Cell[][], entries: readonly ZipEntry[]) {
  const sheets = entries.filter(({ content }) => content.includes('sheetData'))
  const [sheet] = sheets
  // Of several sheets it would have to be known which one is the first.
  if (!sheet || sheets.length > 1) return
  for (const [tag] of sheet.content.toString('latin1').matchAll(/<(?:\w+:)?c\s[^>]*\bt\s*=\s*["']e["'][^>]*>/g)) {
    const [, letters = '', digits = ''] = /\sr\s*=\s*["']([A-Z]+)(\d+)["']/.exec(tag) ?? []
    if (!letters) continue
    const row = Number(digits) - 1
    while (rows.length <= row) rows.push([])
    const cells = rows[row] ?? []
    while (cells.length < columnOf(letters) - 1) cells.push(null)
    cells[columnOf(letters) - 1] = { fault: true }
  }
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) return { day: Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10) }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function meaningOf(error: unknown): string {
  const [, row, column, fault] = /<c\/> at row (\d+), col (\d+): (.+)/.exec(String(error)) ?? []
  return row
    ? `Row ${row}, column ${column} cannot be read: ${fault}`
    : 'The file is no Excel workbook (.xlsx) that can be read'
}
