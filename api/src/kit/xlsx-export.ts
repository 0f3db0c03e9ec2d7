import { finished } from 'node:stream/promises'
import type { FileResult, Route } from '@academy/contract/kit/route.ts'
import { HttpError } from './errors.ts'
import { limit } from './limit.ts'
import type { Portal } from './portal.ts'
import type { Begin, Call, FileAnswer } from './serve.ts'
import { stepwise } from './serve.ts'
import type { Tx } from './tx.ts'
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
}

type FileRoute = Route & { result: FileResult }

/** Each holds a connection while it is written. */
const inTurn = limit(2)
const mostWaiting = 20
let waiting = 0

const tooMany = () => new HttpError(503, 'Too many exports are being made, please try again', { retryAfter: 10 })
const gone = () => new HttpError(503, 'The export was cancelled')

/** A statement of an export may take longer than one of a screen. */
const longestStatement = 15_000

/**
 * Answers a route with a workbook, streamed from the database while it is downloaded. Two are made at once, the others
 * wait in line; one whose caller is gone gives its connection back.
 *
 *   exportExcel: exported((tx, { query }) => ({ file: 'A.xlsx', sheet: 'A', columns, rows: tx.portions(...), section }))
 */
export function exported<R extends FileRoute, Row>(
  declare: (tx: Tx, call: Call<R>) => Export<Row> | Promise<Export<Row>>,
) {
  const steps = async (begin: Begin, call: Call<R>, portal: Portal): Promise<FileAnswer> => {
    if (waiting >= mostWaiting) throw tooMany()
    const answer = Promise.withResolvers<FileAnswer>()
    waiting++
    void inTurn(async () => {
      waiting--
      if (call.signal.aborted) throw gone()
      await begin(async (tx) => {
        await tx.limitStatements(longestStatement)
        const { file, sheet, columns, rows, section } = await declare(tx, call)
        const content = workbook(sheet, columns, rows)
        const stop = () => content.destroy()
        call.signal.addEventListener('abort', stop, { once: true })
        if (call.signal.aborted) stop()
        answer.resolve({ name: file, content, section })
        await finished(content).catch((error) => portal.log.debug({ error }, 'an export ended early'))
        call.signal.removeEventListener('abort', stop)
      })
    }).catch(answer.reject)
    return answer.promise
  }
  // A route whose result is a file is answered with one; the compiler cannot follow that into a generic type.
  return stepwise<R>(steps as Parameters<typeof stepwise<R>>[0])
}
