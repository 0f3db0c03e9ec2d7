import { Worker } from 'node:worker_threads'
import { limit } from '../runtime/limit.ts'
import { UnreadableFile } from './zip-read.ts'

export { UnreadableFile } from './zip-read.ts'

/** A cell's content. `day` comes from a date cell, empty when invalid; `fault` from a formula that failed. */
export type Cell = string | number | boolean | null | { day: string } | { fault: true }

export interface TableLimits {
  rows: number
  columns: number
}

export interface Table {
  rows: Cell[][]
  /** The sheets that are not read, with the first of their rows. */
  others: { name: string; top: Cell[][] }[]
}

/** The worker's message. */
export type Read = Table | { unreadable: string } | { failed: string }

const longestReading = 20_000
const mostMemory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/** One file at a time: each may use the whole memory limit. */
const inTurn = limit(1)

/** File types mistaken for a table, by their first bytes. */
const others: readonly (readonly [string, string])[] = [
  ['d0cf11e0', 'The file is an old Excel workbook (.xls) or protected by a password; save it as .xlsx without one'],
  ['ffd8ff', 'The file is a picture, not a table'],
  ['89504e47', 'The file is a picture, not a table'],
  ['25504446', 'The file is a PDF, not a table'],
]

/**
 * The rows of an Excel workbook's first sheet or of a CSV file, by content and not by name. A row's index is its row in
 * the file. Reads in a thread with limited memory and time, so that no file harms the portal. Fails with UnreadableFile,
 * whose message is for the user.
 */
export async function readTable(content: Buffer, limits: TableLimits): Promise<Table> {
  const begins = content.subarray(0, 4).toString('hex')
  const [, other] = others.find(([start]) => begins.startsWith(start)) ?? []
  if (other) throw new UnreadableFile(other)
  const table = await inTurn(() => inWorker(content, limits))
  const { rows } = table
  if (rows.length > limits.rows) throw new UnreadableFile(`The file has more than ${limits.rows} rows`)
  if (rows.some((row) => row.length > limits.columns))
    throw new UnreadableFile(`The file has more than ${limits.columns} columns`)
  return table
}

async function inWorker(content: Buffer, limits: TableLimits): Promise<Table> {
  const worker = new Worker(new URL('./table-read-worker.ts', import.meta.url), {
    name: 'table',
    execArgv: [],
    resourceLimits: mostMemory,
    workerData: { content: Uint8Array.from(content), limits },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Read>()
  const refuse = () => reject(new UnreadableFile('The file takes too long or too much memory to read'))
  const timer = setTimeout(refuse, longestReading)
  worker.once('message', resolve).once('error', refuse).once('exit', refuse)
  try {
    const read = await promise
    if ('unreadable' in read) throw new UnreadableFile(read.unreadable)
    if ('failed' in read) throw new Error(`A table could not be read: ${read.failed}`)
    return read
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
