import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'

const soffice = () => {
  const places = (process.env.PATH ?? '').split(':').map((place) => `${place}/soffice`)
  const found = [process.env.SOFFICE_PATH, ...places].find((place) => place && existsSync(place))
  if (!found) throw new Error('This test needs LibreOffice: npm test installs it, or set SOFFICE_PATH')
  return found
}

/** Without trailing empty cells. */
const trimmed = (line: readonly string[]) => line.slice(0, line.findLastIndex((cell) => cell !== '') + 1)

/** The cells of workbooks as LibreOffice shows them, all opened by one process. */
export async function openedInOffice(workbooks: readonly Buffer[]): Promise<string[][][]> {
  const folder = await mkdtemp(join(tmpdir(), 'academy-office-'))
  try {
    const files = workbooks.map((_, place) => join(folder, `${place}.xlsx`))
    for (const [place, file] of files.entries()) await writeFile(file, workbooks[place] ?? '')
    const format = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true'
    const own = `-env:UserInstallation=file://${join(folder, 'office')}`
    await promisify(execFile)(soffice(), [own, '--headless', '--convert-to', format, '--outdir', folder, ...files])
    return await Promise.all(
      files.map(async (file) => {
        const lines: string[][] = parse(await readFile(file.replace(/xlsx$/, 'csv')), { relax_column_count: true })
        return lines.map(trimmed)
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
