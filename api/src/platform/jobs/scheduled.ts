/** Work that is done again and again, by one of the processes on a database at a time. */
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { unrecorded } from '../data/unrecorded.ts'
import { businessDate, later, startOfDay } from '../runtime/clock.ts'
import type { Portal } from '../runtime/portal.ts'
import { NotPossible } from './not-possible.ts'

/** Milliseconds from the end of one run to the next, or a time of the academy's day: of each, or of the first of a month. */
export type Schedule = { every: number } | { daily: TimeOfDay } | { monthly: TimeOfDay }
type TimeOfDay = `${number}:${number}`

export interface Job {
  name: string
  schedule: Schedule
  /** Milliseconds until it is tried again after a failure, where not the usual. */
  again?: number
  /**
   * Resolves with what was done, if there is something to tell, and with what the next run wants to know. Rejects where it
   * is to be tried again, with NotPossible where it cannot be done here.
   */
  run(signal: AbortSignal): Promise<string | undefined | { result: string; details: unknown }>
}

const minute = 60_000
const day = 24 * 60 * minute

/** When a job is due next that ended just now. */
export function nextRun(schedule: Schedule, now: Date): Date {
  if ('every' in schedule) return later(now, schedule.every)
  const time = 'daily' in schedule ? schedule.daily : schedule.monthly
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const onDay = (date: string) => later(new Date(startOfDay(date)), (hours * 60 + minutes) * minute)
  const date = businessDate(now)
  if ('daily' in schedule) return onDay(date) > now ? onDay(date) : later(onDay(date), day)
  const first = onDay(`${date.slice(0, 7)}-01`)
  // Whatever its length, 32 days later it is the month after.
  return first > now ? first : onDay(`${businessDate(later(first, 32 * day)).slice(0, 7)}-01`)
}

interface Pace {
  /** Milliseconds between two looks for what is due. */
  look: number
  /** Milliseconds after which a process that does not say so again is taken for dead. */
  lease: number
  /** Milliseconds until a failed job is tried again, unless it is due sooner. */
  again: number
  /** Milliseconds after the start that belong to the first screens: what runs once a day waits. */
  startDelay: number
}
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
  const { look, lease, again, startDelay } = { ...usual, ...pace }
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Set<string>()
  let isRegistered = false
  let isLooking = false

  const until = sql<string>`now() + ${lease} * interval '1 millisecond'`
  // By the database's clock alone: an instant that came through here has lost its microseconds.
  const afterStart = sql<string>`now() + ${startDelay} * interval '1 millisecond'`
  const isFree = sql<boolean>`next_at <= now() and (held_until is null or held_until < now())`

  async function now(): Promise<Date> {
    const [row] = await database.query<{ at: string }>(sql`select now() as at`)
    return new Date(row?.at ?? Date.now())
  }

  /** A new job is due at once, one of a time of day when that comes, but not while the first screens do. */
  async function register() {
    const at = await now()
    const daily = jobs.flatMap(({ name, schedule }) => ('every' in schedule ? [] : [name]))
    const rows = jobs.map(({ name, schedule }) => ({
      name,
      nextAt: ('every' in schedule ? at : nextRun(schedule, at)).toISOString(),
    }))
    await unrecorded(database)
      .insertInto('backgroundJob')
      .values(rows)
      .onConflict((known) => known.doNothing())
      .execute()
    await unrecorded(database)
      .updateTable('backgroundJob')
      .set({ nextAt: afterStart })
      .where('nextAt', '<', afterStart)
      .where(sql<boolean>`name = any(${daily}::text[])`)
      .execute()
    // What was due while no portal ran is due now: nobody is late with it yet.
    await unrecorded(database)
      .updateTable('backgroundJob')
      .set({ nextAt: sql<string>`now()` })
      .where(sql<boolean>`next_at < now() and name = any(${jobs.map(({ name }) => name)}::text[])`)
      .execute()
    isRegistered = true
  }

  const ours = (name: string) =>
    unrecorded(database).updateTable('backgroundJob').where('name', '=', name).where('heldBy', '=', by)

  async function finish(
    { name, schedule, again: ownAgain }: Job,
    outcome: { result: string | null; isFailed?: boolean; isPossible?: boolean; details?: string },
  ) {
    const { isFailed = false, isPossible = true } = outcome
    const at = await now()
    const next = nextRun(schedule, at)
    const soon = later(at, ownAgain ?? again)
    await ours(name)
      .set({
        ...outcome,
        isFailed,
        isPossible,
        heldBy: null,
        heldUntil: null,
        finishedAt: at.toISOString(),
        nextAt: (isFailed && soon < next ? soon : next).toISOString(),
        ...(isFailed || !isPossible ? {} : { succeededAt: at.toISOString() }),
      })
      .execute()
  }

  async function perform(job: Job) {
    const claimed = await unrecorded(database)
      .updateTable('backgroundJob')
      .set({ heldBy: by, heldUntil: until, startedAt: sql`now()` })
      .where('name', '=', job.name)
      .where(isFree)
      .returning('name')
      .execute()
    if (claimed.length === 0) return
    // A signal that was aborted meanwhile is not aborted again: who listens to it would wait for ever.
    if (signal.aborted) return await release(job)
    const renewing = setInterval(
      () => background.run(() => ours(job.name).set({ heldUntil: until }).execute()),
      lease / 4,
    ).unref()
    try {
      const done = (await job.run(signal)) ?? null
      const outcome =
        done === null || typeof done === 'string'
          ? { result: done }
          : { result: done.result, details: JSON.stringify(done.details) }
      await (signal.aborted ? release(job) : finish(job, outcome))
    } catch (error) {
      if (signal.aborted) return await release(job)
      if (error instanceof NotPossible) return await finish(job, { result: error.message, isPossible: false })
      log.error({ error, job: job.name }, 'a job failed')
      await finish(job, { result: error instanceof Error ? error.message : String(error), isFailed: true })
    } finally {
      clearInterval(renewing)
    }
  }

  /** Leaves it due, for whoever looks next. */
  const release = ({ name }: Job) =>
    ours(name)
      .set({ heldBy: null, heldUntil: null })
      .execute()
      .then(() => {})

  function begin(job: Job) {
    if (signal.aborted || running.has(job.name)) return
    running.add(job.name)
    background.run(() => perform(job).finally(() => running.delete(job.name)))
  }

  const noLater = (column: string, than = sql<string>`now()`) =>
    sql<string>`case when ${sql.ref(column)} > ${than} then ${than} else ${sql.ref(column)} end`

  /** What a clock that was ahead left in the future would stop the job until then. */
  const putRight = ({ name }: Job, latest: Date) =>
    unrecorded(database)
      .updateTable('backgroundJob')
      .set({
        startedAt: noLater('started_at'),
        finishedAt: noLater('finished_at'),
        succeededAt: noLater('succeeded_at'),
        heldUntil: noLater('held_until', until),
        nextAt: noLater('next_at', sql<string>`${latest.toISOString()}::timestamptz`),
      })
      .where('name', '=', name)
      .execute()

  async function findDue() {
    if (!isRegistered) await register()
    const rows = await database.query<{ name: string; now: string; nextAt: string; isFree: boolean; isAhead: boolean }>(
      sql`select name, now() as now, next_at, ${isFree} as is_free,
        greatest(started_at, finished_at, succeeded_at, held_until - ${lease} * interval '1 millisecond') > now() is true
          as is_ahead
        from background_job`,
    )
    for (const job of jobs) {
      const row = rows.find(({ name }) => name === job.name)
      if (!row) continue
      // Nothing waits for longer, not even for the first screens.
      const latest = later(nextRun(job.schedule, new Date(row.now)), startDelay)
      if (row.isAhead || new Date(row.nextAt) > latest) await putRight(job, latest)
      else if (row.isFree) begin(job)
    }
  }

  function search() {
    if (isLooking || signal.aborted) return
    isLooking = true
    background.run(() =>
      findDue()
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
