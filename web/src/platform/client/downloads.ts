/** Files on their way to this browser: what the panel in the corner (DownloadPanel.tsx) tells of them and can stop. */
import type { ExportState } from '@academy/contract/exports/exports.ts'
import { useSyncExternalStore } from 'react'
import { ApiError, unreachable } from './api-error.ts'

export interface Download {
  id: number
  file: string
  /** `full` is one that was refused because too many wait, and is asked for again. */
  phase: 'preparing' | 'waiting' | 'full'
  bytes: number
  rows: number
  /** How many rows it will have, where the portal knows. */
  expected: number | null
  /** Exports being made, and those in line before this one. */
  making: number
  ahead: number
  /** A short one is not worth a word. */
  isLong: boolean
  cancel: () => void
}

/** What a download asks of the portal; `state` where it can be asked how far it is. */
export interface Source {
  answer: (signal: AbortSignal) => Promise<Response>
  state?: (signal: AbortSignal) => Promise<ExportState>
}

/** Milliseconds. */
export interface Pace {
  /** From here on a download is long. */
  long: number
  /** Between two questions how far it is. */
  poll: number
  /** So long nothing may come. */
  silence: number
}
const usualPace: Pace = { long: 600, poll: 1000, silence: 180_000 }

export interface Downloads {
  /** In the order they were begun. */
  under: readonly Download[]
  /** The file that was got last, for those who do not see the panel go. */
  got: string | null
}

let downloads: Downloads = { under: [], got: null }
const listeners = new Set<() => void>()
let counter = 0

function show(next: Downloads) {
  downloads = next
  for (const listener of [...listeners]) listener()
}

const change = (id: number, news: Partial<Download>) =>
  show({ ...downloads, under: downloads.under.map((each) => (each.id === id ? { ...each, ...news } : each)) })

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export const currentDownloads = (): Downloads => downloads
export const useDownloads = (): Downloads => useSyncExternalStore(subscribe, currentDownloads)

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

const brokenOff = () =>
  new ApiError({ statusCode: 0, error: 'Network Error', message: 'The download broke off. Please try again.' })

/** The file; null when the person stopped it. It is in the panel meanwhile. */
export async function receive(file: string, source: Source, pace: Pace = usualPace): Promise<Blob | null> {
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
  let got = downloads.got
  show({ ...downloads, under: [...downloads.under, begun] })
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
    // Nobody asks after it any more.
    stop.abort()
    show({ under: downloads.under.filter((each) => each.id !== id), got })
  }
}

/** Asks how far it is until it is over. */
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

const mostTries = 12
/** A refusal that took longer to come than this would take long again. */
const quick = 5000

/** The answer; where the portal says that too many wait, it is asked again when the portal says. */
async function answered(id: number, { answer }: Source, { silence }: Pace, stop: AbortController): Promise<Response> {
  const { signal } = stop
  for (let attempt = 1; ; attempt++) {
    const asked = performance.now()
    const timer = setTimeout(() => stop.abort(unreachable(true)), silence)
    try {
      return await answer(signal)
    } catch (error) {
      const wait = error instanceof ApiError && error.statusCode === 503 ? error.retryAfter : undefined
      if (signal.aborted || wait === undefined || attempt === mostTries || performance.now() - asked > quick)
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
  // JSON where a file was promised is an error in disguise.
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
      throw signal.aborted ? signal.reason : brokenOff()
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
