import { finished } from 'node:stream/promises'
import type { Endpoint, FileResult } from '@academy/contract/platform/endpoint.ts'
import type { Tx } from '../data/tx.ts'
import type { Caller } from '../http/caller.ts'
import type { Call, FileAnswer, Transact } from '../http/serve.ts'
import { stepwise } from '../http/serve.ts'
import { type ExportJob, inTurn, jobOf, reading } from '../jobs/export-queue.ts'
import type { Portal } from '../runtime/portal.ts'
import { type Column, workbook } from './xlsx-write.ts'

/** A table that leaves as a workbook. */
export interface Export<Row> {
  /** Of the file, with its ending. */
  file: string
  sheet: string
  columns: readonly Column<Row>[]
  /** Read with `tx.portions`, so that memory stays the same however many there are. */
  rows: AsyncIterable<readonly Row[]>
  /** The screen's name, for the trail. */
  section: string
  /** Which rows stand out, as totals do. */
  isBold?: (row: Row) => boolean
  /** How many rows there will be, where that costs little to know: shown while the file is made. */
  expected?: number
}

type FileEndpoint = Endpoint & { result: FileResult }

/** So long its reader may take nothing: the database ends a transaction that is idle for 30 s. */
const longestStandstill = 25_000

/**
 * Answers a route with a workbook, streamed from the database while it is downloaded. Two are made at once, the others
 * wait in line; one whose caller is gone gives its connection back. With an `idempotency-key` on it, its caller can ask
 * how far it is: `GET /export/:key`.
 *
 *   exportExcel: exported((tx, { query }) => ({ file: 'A.xlsx', sheet: 'A', columns, rows: tx.portions(...), section }))
 */
export function exported<R extends FileEndpoint, Row>(
  declare: (tx: Tx, call: Call<R>) => Export<Row> | Promise<Export<Row>>,
) {
  const steps = async (transact: Transact, call: Call<R>, portal: Portal, by: Caller): Promise<FileAnswer> => {
    const answer = Promise.withResolvers<FileAnswer>()
    const job = jobOf(by, call)
    const make = (tx: Tx) => reading(tx, job, async () => write(await declare(tx, call), job, answer.resolve))
    inTurn(job, () => transact(make)).catch((error) => {
      portal.log.debug({ error }, 'an export ended early')
      answer.reject(error)
    })
    return answer.promise
  }
  // A route whose result is a file is answered with one; the compiler cannot follow that into a generic type.
  return stepwise<R>(steps as Parameters<typeof stepwise<R>>[0])
}

type Answer = (file: FileAnswer) => void

async function write<Row>(declared: Export<Row>, job: ExportJob, answer: Answer): Promise<void> {
  job.expected = declared.expected ?? null
  const portions = declared.rows[Symbol.asyncIterator]()
  await stream(declared, portions, job, answer).finally(() => portions.return?.())
}

/** Answers once the first rows are there, and is done when the last were taken: the rest needs no database. */
async function stream<Row>(
  { file, sheet, columns, section, isBold }: Export<Row>,
  portions: AsyncIterator<readonly Row[]>,
  job: ExportJob,
  answer: Answer,
): Promise<void> {
  // What is wrong with the statement is an answer of its own, not a file that breaks off.
  const first = await portions.next()
  const ended = Promise.withResolvers<void>()
  async function* taken() {
    for (let next = first; !next.done; ) {
      job.rows += next.value.length
      standstill.refresh()
      // The database makes the next rows while these are written.
      const ahead = portions.next()
      ahead.catch(() => undefined)
      yield next.value
      next = await ahead
    }
    ended.resolve()
  }
  const content = workbook(sheet, columns, taken(), isBold)
  const leave = () => void content.destroy()
  const standstill = setTimeout(leave, longestStandstill)
  job.signal.addEventListener('abort', leave, { once: true })
  if (job.signal.aborted) leave()
  answer({ name: file, content, section })
  await Promise.race([ended.promise, finished(content)]).finally(() => {
    clearTimeout(standstill)
    job.signal.removeEventListener('abort', leave)
  })
}
