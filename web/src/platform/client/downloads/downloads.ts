/** Receives files; those under way are told to downloads-shown.ts. */
import type { ExportState } from '@academy/contract/exports/exports.ts'
import { ApiError, unreachable } from '../api-error.ts'
import { change, currentDownloads, type Download, show } from './downloads-shown.ts'

/** The request of a download; `state` if its progress can be polled. */
export interface Source {
  answer: (signal: AbortSignal) => Promise<Response>
  state?: (signal: AbortSignal) => Promise<ExportState>
}

/** All in milliseconds. */
export interface Pace {
  /** From here on a download is long. */
  long: number
  /** Between two polls of the progress. */
  poll: number
  /** Longest time without any data. */
  silence: number
}
const defaultPace: Pace = { long: 600, poll: 1000, silence: 180_000 }

let counter = 0

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })

const interrupted = () =>
  new ApiError({ statusCode: 0, error: 'Network Error', message: 'The download broke off. Please try again.' })

/** Downloads a file and shows it in the panel meanwhile; null when the user cancelled. */
export async function receive(file: string, source: Source, pace: Pace = defaultPace): Promise<Blob | null> {
  const stop = new AbortController()
  const { signal } = stop
  const id = ++counter
  let isCancelled = false
  function cancel() {
    isCancelled = true
    stop.abort()
  }
  const begun: Download = {
    id,
    file,
    phase: 'preparing',
    bytes: 0,
    rows: 0,
    expected: null,
    making: 0,
    ahead: 0,
    isLong: false,
    cancel,
  }
  let { got } = currentDownloads()
  show({ ...currentDownloads(), under: [...currentDownloads().under, begun] })
  const long = setTimeout(() => {
    change(id, { isLong: true })
    if (source.state) void ask(id, source.state, pace, signal)
  }, pace.long)
  try {
    const blob = await read(id, await answered(id, source, pace, stop), pace, stop)
    got = file
    return blob
  } catch (error) {
    if (isCancelled) return null
    throw error
  } finally {
    clearTimeout(long)
    // Stops polling.
    stop.abort()
    show({ under: currentDownloads().under.filter((each) => each.id !== id), got })
  }
}

/** Polls the progress until the download is over. */
async function ask(id: number, state: NonNullable<Source['state']>, pace: Pace, signal: AbortSignal) {
  while (!signal.aborted) {
    const answer = await state(signal).catch(() => undefined)
    if (signal.aborted) return
    if (answer && answer.state !== 'over') {
      const { rows, expected, making, ahead } = answer
      change(id, { phase: answer.state === 'waiting' ? 'waiting' : 'preparing', rows, expected, making, ahead })
    }
    await pause(pace.poll, signal).catch(() => undefined)
  }
}

const maxTries = 12
/** A refusal that took longer than this would take long again. */
const quick = 5000

/** The response; when too many exports are queued, it is requested again after the time the server gives. */
async function answered(id: number, { answer }: Source, { silence }: Pace, stop: AbortController): Promise<Response> {
  const { signal } = stop
  for (let attempt = 1; ; attempt++) {
    const asked = performance.now()
    const timer = setTimeout(() => stop.abort(unreachable(true)), silence)
    try {
      return await answer(signal)
    } catch (error) {
      const wait = error instanceof ApiError && error.statusCode === 503 ? error.retryAfter : undefined
      if (signal.aborted || wait === undefined || attempt === maxTries || performance.now() - asked > quick)
        throw signal.aborted ? signal.reason : error
      change(id, { phase: 'full' })
      await pause(wait * 1000, signal)
    } finally {
      clearTimeout(timer)
    }
  }
}

async function read(id: number, answer: Response, { silence }: Pace, stop: AbortController): Promise<Blob> {
  const type = answer.headers.get('content-type') ?? ''
  // JSON instead of a file is an error.
  if (type.includes('application/json')) throw ApiError.from(await answer.json(), answer.status)
  change(id, { phase: 'preparing' })
  const reader = answer.body?.getReader()
  const { signal } = stop
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined), { once: true })
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let told = 0
  for (;;) {
    const timer = setTimeout(() => stop.abort(unreachable(true)), silence)
    const next = await reader?.read().catch(() => {
      throw signal.aborted ? signal.reason : interrupted()
    })
    clearTimeout(timer)
    signal.throwIfAborted()
    if (!next?.value) return new Blob(parts, { type })
    parts.push(next.value)
    bytes += next.value.length
    if (performance.now() - told < 200) continue
    told = performance.now()
    change(id, { bytes })
  }
}
