/** Reads untrusted workbooks. Runs in the worker of table-read.ts. */
import type { Cell, Table, TableLimits } from './table-read.ts'
import { UnreadableFile, unzip, type ZipEntry } from './zip-read.ts'
import { zip } from './zip-write.ts'

const largest = { entries: 200, inflated: 30_000_000 }

/** The parts the reader needs; pictures, comments, charts, pivot tables and the like are left out. */
const isWanted = ({ name }: ZipEntry) =>
  /\.(xml|rels)$/i.test(name) && !/^docProps\/|(^|\/)(worksheets\/_rels|theme|pivotCache|externalLinks)\//i.test(name)

/** Other encodings could hide text from the search below. */
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

/** The reader allocates every cell up to the last: a single one far out would exhaust the memory. */
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

/** Rows of a further sheet that are looked at: its headings are among them, or it has none. */
const topRows = 20

/** The first sheet of a workbook, row by row, and the tops of the others; a row's index is its row in the sheet. */
export async function readXlsx(content: Buffer, limits: TableLimits): Promise<Table> {
  const entries = unzip(content, largest).filter(isWanted)
  for (const entry of entries) {
    checkXml(entry)
    checkExtent(entry, limits)
  }
  // Rebuilt as our own archive, so that exactly what was checked is read.
  const checked = await zip(entries)
  // Imported late: most malicious files are refused before.
  const { readXlsx: read } = await import('hucre/xlsx')
  try {
    const [sheet] = (await read(checked, { sheets: [0] })).sheets
    // The value of a failed formula is an error, which the user must hear of.
    const isFault = (row: number, column: number) => sheet?.cells?.get(`${row},${column}`)?.type === 'error'
    const rows = (sheet?.rows ?? []).map((row, index) =>
      row.map((value, column): Cell => (isFault(index, column) ? { fault: true } : cellOf(value))),
    )
    // Where one of them cannot be read, such as a chart on a sheet of its own, the first one is imported all the same.
    const others = await read(checked, { sheets: (_, index) => index > 0, maxRows: topRows }).catch(() => undefined)
    return {
      rows,
      others: (others?.sheets ?? []).map(({ name, rows: top }) => ({ name, top: top.map((row) => row.map(cellOf)) })),
    }
  } catch {
    throw new UnreadableFile('The file is no Excel workbook (.xlsx) that can be read')
  }
}

function cellOf(value: unknown): Cell {
  if (value instanceof Date) return { day: Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10) }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
