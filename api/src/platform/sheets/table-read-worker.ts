/** A worker thread started by table-read.ts for one file: its memory is freed with the thread. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Read } from './table-read.ts'
import { UnreadableFile } from './zip-read.ts'

const { content, limits }: { content: Uint8Array; limits: { rows: number; columns: number } } = workerData
const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
const isZip = bytes.length >= 4 && bytes.readUInt32LE(0) === 0x04034b50

let read: Read
try {
  read = isZip
    ? await (await import('./xlsx-read.ts')).readXlsx(bytes, limits)
    : { rows: (await import('./csv-read.ts')).readCsv(bytes, limits), others: [] }
} catch (error) {
  read = error instanceof UnreadableFile ? { unreadable: error.message } : { failed: String(error) }
}
parentPort?.postMessage(read)
