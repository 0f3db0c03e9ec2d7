import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Endpoint, FileResult } from '@academy/contract/platform/endpoint.ts'
import type { Tx } from '../data/tx.ts'
import type { FileAnswer } from '../http/answer.ts'
import type { Call } from '../http/call.ts'
import type { Caller } from '../http/caller.ts'
import { stepwise, type Transact } from '../http/handler.ts'
import { type ExportJob, inTurn, jobOf, reading } from '../jobs/export-queue.ts'

/** A file that is written while the database is read. */
interface Streamed<Item> extends Omit<FileAnswer, 'content'> {
  /** Read from the transaction; each is taken as the file is downloaded. */
  items: AsyncIterable<Item>
  rowsIn(item: Item): number
  content(items: AsyncIterable<Item>): Readable
  /** Total rows, where cheap to count: shown as progress. */
  expected?: number | undefined
  /** Called when it is made, or was left in the middle. */
  onEnd?(): void
}

export type FileEndpoint = Endpoint & { result: FileResult }

/** How long the reader may stall: the database ends a transaction that is idle for 30 s. */
const longestStandstill = 25_000

/**
 * Answers an endpoint with a file, streamed from the database while it is downloaded. Two are written at a time, the
 * others queue; when the caller is gone the connection is released. With an `idempotency-key`, the caller can ask for the
 * progress: `GET /export/:key`.
 */
export function streamed<R extends FileEndpoint, Item>(declare: (tx: Tx, call: Call<R>) => Promise<Streamed<Item>>) {
  const steps = async (transact: Transact, call: Call<R>, portal: Tx['portal'], by: Caller): Promise<FileAnswer> => {
    const answer = Promise.withResolvers<FileAnswer>()
    const job = jobOf(by, call)
    const make = (tx: Tx) => reading(tx, job, async () => write(await declare(tx, call), job, answer.resolve))
    inTurn(job, () => transact(make)).catch((error) => {
      portal.log.debug({ error }, 'an export ended early')
      answer.reject(error)
    })
    return answer.promise
  }
  // An endpoint whose result is a file answers a FileAnswer; the compiler cannot narrow the generic type to it.
  return stepwise<R>(steps as Parameters<typeof stepwise<R>>[0])
}

type Answer = (file: FileAnswer) => void

async function write<Item>(declared: Streamed<Item>, job: ExportJob, answer: Answer): Promise<void> {
  job.expected = declared.expected ?? null
  const items = declared.items[Symbol.asyncIterator]()
  await stream(declared, items, job, answer).finally(() => {
    declared.onEnd?.()
    return items.return?.()
  })
}

/** Calls `answer` once the first items are read; resolves when the last are taken: the rest needs no database. */
async function stream<Item>(
  { items: _, expected: __, onEnd: ___, rowsIn, content: contentOf, ...file }: Streamed<Item>,
  items: AsyncIterator<Item>,
  job: ExportJob,
  answer: Answer,
): Promise<void> {
  // A failing statement is an error response, not a truncated file.
  const first = await items.next()
  const ended = Promise.withResolvers<void>()
  async function* taken() {
    for (let next = first; !next.done; ) {
      job.rows += rowsIn(next.value)
      standstill.refresh()
      // The database reads the next ones while these are written.
      const ahead = items.next()
      ahead.catch(() => undefined)
      yield next.value
      next = await ahead
    }
    ended.resolve()
  }
  const content = contentOf(taken())
  const leave = () => void content.destroy()
  const standstill = setTimeout(leave, longestStandstill)
  job.signal.addEventListener('abort', leave, { once: true })
  if (job.signal.aborted) leave()
  answer({ ...file, content })
  await Promise.race([ended.promise, finished(content)]).finally(() => {
    clearTimeout(standstill)
    job.signal.removeEventListener('abort', leave)
  })
}
