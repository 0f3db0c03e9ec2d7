import { Worker } from 'node:worker_threads'
import { messages } from '@academy/contract/platform/messages.ts'
import { HttpError } from '../http/errors.ts'
import { limit } from '../runtime/limit.ts'

/** The screens' message for a document that could not be drawn; `cause` goes to the log. */
export class PdfError extends HttpError {
  constructor(cause: unknown) {
    super(503, messages.pdfFailed)
    this.cause = cause
  }
}

/** The worker's message: the finished document, or the error while drawing it. */
export type PdfAnswer = { bytes: Uint8Array } | { failed: string }

/** Far longer than any document takes: the first one also waits until the worker is there and has read its fonts, on a machine that may be busy. */
const longestDrawing = 60_000

/** One document at a time: drawing keeps a core busy, and a second one would slow both. */
const inTurn = limit(1)

/** Kept alive between documents, because reading the fonts costs more than drawing a receipt. */
let worker: Worker | undefined

interface Limits {
  /** Milliseconds. */
  timeout?: number
  /** Aborts the drawing when nobody waits for it any more. */
  signal?: AbortSignal | undefined
}

interface Rendering extends Limits {
  /** A viewer asks for a printer as soon as it has opened the document. */
  opensPrinter?: boolean
}

/** The worker's work. */
export interface PdfJob {
  layout: string
  data: unknown
  opensPrinter: boolean
}

/**
 * Draws a document off the event loop. `layout` is the URL of a file that exports a `layout` (see pdf-page.ts), so that a
 * module owns its documents; `data` is that layout's input, plain values only. Fails with a PdfError.
 */
export function renderPdf(
  layout: URL,
  data: unknown,
  { opensPrinter = false, ...limits }: Rendering = {},
): Promise<Buffer> {
  return inTurn(async () => {
    if (limits.signal?.aborted) throw new PdfError(limits.signal.reason)
    worker ??= startWorker()
    const artist = worker
    artist.ref()
    const answer = await answerOf(artist, { layout: layout.href, data, opensPrinter }, limits).catch(async (cause) => {
      // a worker that died, hangs or draws for nobody is terminated; the next document starts a new one
      worker = undefined
      await artist.terminate()
      throw new PdfError(cause)
    })
    artist.unref()
    if ('failed' in answer) throw new PdfError(answer.failed)
    return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength)
  })
}

/** Lets running documents finish, then ends the worker. A later document would start a new one. */
export function closePdf(): Promise<void> {
  return inTurn(async () => {
    await worker?.terminate()
    worker = undefined
  })
}

function startWorker(): Worker {
  const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), { name: 'pdf', execArgv: [] })
  // without a listener a worker that dies between two documents would take the portal with it
  started.on('error', () => {})
  started.once('exit', () => {
    if (worker === started) worker = undefined
  })
  return started
}

function answerOf(artist: Worker, job: PdfJob, { timeout = longestDrawing, signal }: Limits): Promise<PdfAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PdfAnswer>()
  const ended = (code: number) => reject(new Error(`The PDF worker ended with code ${code}`))
  const timer = setTimeout(() => reject(new Error(`The PDF was not drawn within ${timeout} ms`)), timeout)
  const left = () => reject(signal?.reason)
  signal?.addEventListener('abort', left, { once: true })
  artist.once('message', resolve)
  artist.once('messageerror', reject)
  artist.once('error', reject)
  artist.once('exit', ended)
  try {
    artist.postMessage(job)
  } catch (error) {
    reject(error)
  }
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', left)
    artist.off('message', resolve).off('messageerror', reject).off('error', reject).off('exit', ended)
  })
}
