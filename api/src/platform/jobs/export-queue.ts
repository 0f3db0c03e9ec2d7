/** The queue of exports: two are written at a time, one of each user. */

import type { Tx } from '../data/tx.ts'
import type { Call } from '../http/call.ts'
import type { Caller } from '../http/caller.ts'
import { HttpError } from '../http/errors.ts'

/** Each holds a connection while it is written. */
const atOnce = 2
const mostWaiting = 20
/** Of one user. */
const mostOfOne = 3

export interface ExportState {
  /** `over` is finished, cancelled, or unknown. */
  state: 'waiting' | 'making' | 'over'
  /** Exports ahead of it in the queue. */
  ahead: number
  /** Exports being written. */
  making: number
  /** Rows written so far. */
  rows: number
  /** Total rows, where known. */
  expected: number | null
}

/** An export with a waiting caller. */
export interface ExportJob {
  by: Caller
  /** The idempotency key by which its caller asks for its state. */
  key: string | undefined
  /** Fires when the caller is gone. */
  signal: AbortSignal
  rows: number
  expected: number | null
}

export const jobOf = (by: Caller, call: Pick<Call, 'header' | 'signal'>): ExportJob => ({
  by,
  key: call.header('idempotency-key'),
  signal: call.signal,
  rows: 0,
  expected: null,
})

const making = new Set<ExportJob>()
const queue: { job: ExportJob; start: () => void }[] = []

const tooMany = () => new HttpError(503, 'Too many exports are being made, please try again', { retryAfter: 10 })
const tooManyOfOne = () =>
  new HttpError(429, 'Your earlier exports are still being made, please try again', { retryAfter: 10 })
const cancelled = () => new HttpError(503, 'The export was cancelled')

const isSame = (one: ExportJob, other: ExportJob) => one.by.userId !== null && one.by.userId === other.by.userId
const isBusy = (job: ExportJob) => [...making].some((each) => isSame(each, job))

/** Starts who waits longest among those of whom nothing is being made; what else they wait for goes to the end. */
function startNext(): void {
  while (making.size < atOnce) {
    const next = queue.find(({ job }) => !isBusy(job))
    if (!next) return
    queue.splice(queue.indexOf(next), 1)
    queue.sort((a, b) => Number(isSame(a.job, next.job)) - Number(isSame(b.job, next.job)))
    next.start()
  }
}

/** Resolves when it is the job's turn; a job whose caller is gone leaves the queue. */
async function turnOf(job: ExportJob): Promise<void> {
  if (job.signal.aborted) throw cancelled()
  if (making.size < atOnce && !isBusy(job)) return void making.add(job)
  if (queue.filter((each) => isSame(each.job, job)).length >= mostOfOne) throw tooManyOfOne()
  if (queue.length >= mostWaiting) throw tooMany()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const start = () => {
    job.signal.removeEventListener('abort', leave)
    // The slot goes straight to the next in the queue, so that a newcomer cannot slip in between.
    making.add(job)
    resolve()
  }
  const entry = { job, start }
  const leave = () => {
    queue.splice(queue.indexOf(entry), 1)
    reject(cancelled())
  }
  job.signal.addEventListener('abort', leave, { once: true })
  queue.push(entry)
  return promise
}

/** Runs an export when it is its turn. */
export async function inTurn<Made>(job: ExportJob, make: () => Promise<Made>): Promise<Made> {
  await turnOf(job)
  try {
    if (job.signal.aborted) throw cancelled()
    return await make()
  } finally {
    making.delete(job)
    startNext()
  }
}

/** A statement of an export may take longer than one of a screen. */
const longestStatement = 15_000

/** Reads for an export; when the caller is gone a long statement is cancelled. */
export async function reading<Read>(tx: Tx, { signal }: ExportJob, read: () => Promise<Read>): Promise<Read> {
  await tx.limitStatements(longestStatement)
  const statement = await tx.stopper()
  if (signal.aborted) throw cancelled()
  signal.addEventListener('abort', statement.stop, { once: true })
  try {
    return await read()
  } finally {
    signal.removeEventListener('abort', statement.stop)
    await statement.stopped()
  }
}

/** Exports of this process. */
export const exportsNow = () => ({ making: making.size, waiting: queue.length })

/** The state of the caller's own export with that key. */
export function exportState(by: Caller, key: string): ExportState {
  const isIt = (job: ExportJob) => job.key === key && job.by.userId === by.userId
  const ahead = queue.findIndex(({ job }) => isIt(job))
  const job = queue[ahead]?.job ?? [...making].find(isIt)
  return {
    state: ahead >= 0 ? 'waiting' : job ? 'making' : 'over',
    ahead: Math.max(ahead, 0),
    making: making.size,
    rows: job?.rows ?? 0,
    expected: job?.expected ?? null,
  }
}

/** The state of every export of this process that can be asked after, with whose it is. */
export const exportsUnderWay = (): { userId: string | null; key: string; state: ExportState }[] =>
  [...making, ...queue.map(({ job }) => job)].flatMap(({ by, key }) =>
    key ? [{ userId: by.userId, key, state: exportState(by, key) }] : [],
  )
