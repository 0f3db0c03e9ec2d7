import { parse } from 'csv-parse/sync'
import type { TableLimits } from './table-read.ts'
import { UnreadableFile } from './zip-read.ts'

const mostSeparators = 200
const separators = [',', ';', '\t'] as const

/** Letters and quotes of Windows-1252 mostly stand alone among ASCII; the characters of GB18030 take two bytes or more. */
function isWestern(content: Buffer): boolean {
  const isHigh = (at: number) => (content[at] ?? 0) >= 0x80
  let [alone, together] = [0, 0]
  for (let at = 0; at < content.length; at++) {
    if (!isHigh(at) || isHigh(at - 1)) continue
    if (isHigh(at + 1)) together++
    else alone++
  }
  return alone > together
}

/**
 * Decodes a CSV file: UTF-16 by its byte order mark, else UTF-8, else what Excel writes without being asked: Windows-1252 on
 * English and Malay machines, GB18030 on Chinese ones.
 */
export function textOf(content: Buffer): string {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return decoded(content, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decoded(content, 'utf-16be')
  if (content.includes(0)) throw new UnreadableFile('The file is neither an Excel workbook (.xlsx) nor CSV')
  try {
    return decoded(content, 'utf-8')
  } catch {
    if (isWestern(content)) return decoded(content, 'windows-1252')
    return decoded(content, 'gb18030')
  }
}

function decoded(content: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    throw new UnreadableFile('The file is neither an Excel workbook (.xlsx) nor CSV')
  }
}

/** Bounds rows and separators before parsing: millions of separators would take seconds. */
function checkLines(text: string, limits: TableLimits) {
  let inLine = 0
  let lines = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) {
      inLine = 0
      lines++
      // Line breaks inside quotes do not end a row, so a few more lines are allowed here than rows below.
      if (lines > limits.rows * 10) throw new UnreadableFile(`The file has more than ${limits.rows} rows`)
    } else if ((code === 44 || code === 59 || code === 9) && ++inLine > mostSeparators)
      throw new UnreadableFile(`Line ${lines + 1} has more than ${mostSeparators} separators`)
  }
}

/** The separator most frequent in the first line: Excel writes semicolons in some countries, and tabs as Unicode text. */
function separatorOf(text: string): string {
  const [line = ''] = text.split(/[\r\n]/, 1)
  const counts = separators.map((separator) => line.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** The rows of a CSV file, every cell as text. */
export function readCsv(content: Buffer, limits: TableLimits): string[][] {
  const text = textOf(content)
  checkLines(text, limits)
  try {
    return parse(text, {
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: 100_000,
      to: limits.rows + 1,
    })
  } catch (error) {
    throw new UnreadableFile(error instanceof Error ? `The file is no proper CSV: ${error.message}` : 'No proper CSV')
  }
}
