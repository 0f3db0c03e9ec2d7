/** Work that is done again and again, by one of the processes on a database at a time. */
import { hostname } from 'node:os'
import type { Portal } from '../runtime/portal.ts'
import { dueJobs } from './due-jobs.ts'
import type { Job } from './job.ts'
import { type JobTimes, jobRows } from './job-rows.ts'
import { NotPossible } from './not-possible.ts'

interface Pace extends JobTimes {
  /** Milliseconds between two looks for what is due. */
  look: number
}
const minute = 60_000
const usual: Pace = { look: 10_000, lease: 2 * minute, again: 30 * minute, startDelay: minute }

/**
 * Runs jobs when they are due, by the clock of the database, which all processes share. `stop` aborts what runs; another
 * process, or the next start, then does it again.
 */
export function scheduled(
  { database, log, background }: Pick<Portal, 'database' | 'log' | 'background'>,
  jobs: readonly Job[],
  pace: Partial<Pace> = {},
  by = `${hostname()} ${process.pid}`,
): { stop(): void } {
  const { look, ...times } = { ...usual, ...pace }
  const table = jobRows(database, by, times)
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Set<string>()
  let isRegistered = false
  let isLooking = false

  async function perform(job: Job) {
    if (!(await table.claim(job))) return
    // A signal that was aborted meanwhile is not aborted again: who listens to it would wait for ever.
    if (signal.aborted) return await table.release(job)
    const renewing = setInterval(() => background.run(() => table.renew(job)), times.lease / 4).unref()
    try {
      const done = (await job.run(signal)) ?? null
      const outcome =
        done === null || typeof done === 'string'
          ? { result: done }
          : { result: done.result, details: JSON.stringify(done.details) }
      await (signal.aborted ? table.release(job) : table.finish(job, outcome))
    } catch (error) {
      if (signal.aborted) return await table.release(job)
      if (error instanceof NotPossible) return await table.finish(job, { result: error.message, isPossible: false })
      log.error({ error, job: job.name }, 'a job failed')
      await table.finish(job, { result: error instanceof Error ? error.message : String(error), isFailed: true })
    } finally {
      clearInterval(renewing)
    }
  }

  function begin(job: Job) {
    if (signal.aborted || running.has(job.name)) return
    running.add(job.name)
    background.run(() => perform(job).finally(() => running.delete(job.name)))
  }

  async function beginDue() {
    if (!isRegistered) await table.register(jobs)
    isRegistered = true
    for await (const job of dueJobs(database, jobs, times)) begin(job)
  }

  function search() {
    if (isLooking || signal.aborted) return
    isLooking = true
    background.run(() =>
      beginDue()
        .catch((error: unknown) => log.warn({ error }, 'what is due could not be read'))
        .finally(() => {
          isLooking = false
        }),
    )
  }

  search()
  const timer = setInterval(search, look).unref()
  return {
    stop() {
      clearInterval(timer)
      stopping.abort()
    },
  }
}
