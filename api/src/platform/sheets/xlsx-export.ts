import { finished } from 'node:stream/promises'
import type { Endpoint, FileResult } from '@academy/contract/platform/endpoint.ts'
import { maySeeSensitive } from '@academy/contract/platform/sensitive.ts'
import type { Tx } from '../data/tx.ts'
import type { Caller } from '../http/caller.ts'
import type { Call, FileAnswer, Transact } from '../http/serve.ts'
import { stepwise } from '../http/serve.ts'
import { type ExportJob, inTurn, jobOf, reading } from '../jobs/export-queue.ts'
import type { Portal } from '../runtime/portal.ts'
import { type Column, workbook } from './xlsx-write.ts'

/** A table to export as a workbook. */
export interface Export<Row> {
  /** File name with its extension. */
  file: string
  sheet: string
  columns: readonly Column<Row>[]
  /** Read with `tx.portions`, so that memory use does not grow with the rows. */
  rows: AsyncIterable<readonly Row[]>
  /** The screen's name in the audit trail. */
  section: string
  /** Rows in bold, such as totals. */
  isBold?: (row: Row) => boolean
  /** Total rows, where cheap to count: shown as progress. */
  expected?: number
  /** Rows for the audit trail, where lines below them make `expected` unknown. */
  counted?: number
}

type FileEndpoint = Endpoint & { result: FileResult }

/** How long the reader may stall: the database ends a transaction that is idle for 30 s. */
const longestStandstill = 25_000

/**
 * Answers an endpoint with a workbook, streamed from the database while it is downloaded. Two are written at a time, the
 * others queue; when the caller is gone the connection is released. With an `idempotency-key`, the caller can ask for the
 * progress: `GET /export/:key`.
 *
 *   exportExcel: exported((tx, { query }) => ({ file: 'A.xlsx', sheet: 'A', columns, rows: tx.portions(...), section }))
 */
export function exported<R extends FileEndpoint, Row>(
  declare: (tx: Tx, call: Call<R>) => Export<Row> | Promise<Export<Row>>,
) {
  const steps = async (transact: Transact, call: Call<R>, portal: Portal, by: Caller): Promise<FileAnswer> => {
    const answer = Promise.withResolvers<FileAnswer>()
    const job = jobOf(by, call)
    const declared = async (tx: Tx) => columnsFor(by, await declare(tx, call))
    const make = (tx: Tx) => reading(tx, job, async () => write(await declared(tx), job, answer.resolve))
    inTurn(job, () => transact(make)).catch((error) => {
      portal.log.debug({ error }, 'an export ended early')
      answer.reject(error)
    })
    return answer.promise
  }
  // An endpoint whose result is a file answers a FileAnswer; the compiler cannot narrow the generic type to it.
  return stepwise<R>(steps as Parameters<typeof stepwise<R>>[0])
}

/** The columns that the caller may see. */
const columnsFor = <Row>(by: Caller, table: Export<Row>): Export<Row> =>
  by.can(maySeeSensitive) ? table : { ...table, columns: table.columns.filter((column) => !column.isSensitive) }

type Answer = (file: FileAnswer) => void

async function write<Row>(declared: Export<Row>, job: ExportJob, answer: Answer): Promise<void> {
  job.expected = declared.expected ?? null
  const portions = declared.rows[Symbol.asyncIterator]()
  await stream(declared, portions, job, answer).finally(() => portions.return?.())
}

/** Calls `answer` once the first rows are read; resolves when the last are taken: the rest needs no database. */
async function stream<Row>(
  { file, sheet, columns, section, isBold, expected, counted = expected }: Export<Row>,
  portions: AsyncIterator<readonly Row[]>,
  job: ExportJob,
  answer: Answer,
): Promise<void> {
  // A failing statement is an error response, not a truncated file.
  const first = await portions.next()
  const ended = Promise.withResolvers<void>()
  async function* taken() {
    for (let next = first; !next.done; ) {
      job.rows += next.value.length
      standstill.refresh()
      // The database reads the next rows while these are written.
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
  answer({ name: file, content, section, rows: counted })
  await Promise.race([ended.promise, finished(content)]).finally(() => {
    clearTimeout(standstill)
    job.signal.removeEventListener('abort', leave)
  })
}
