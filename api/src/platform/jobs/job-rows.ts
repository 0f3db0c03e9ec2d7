/** The table of jobs: when each is due, which process has it, how it ended. By the clock of the database, which all processes share. */
import { sql } from 'kysely'
import { unrecorded } from '../data/unrecorded.ts'
import { later } from '../runtime/clock.ts'
import type { Portal } from '../runtime/portal.ts'
import { type Job, nextRun } from './job.ts'

export interface JobTimes {
  /** Milliseconds after which a process that does not say so again is taken for dead. */
  lease: number
  /** Milliseconds until a failed job is tried again, unless it is due sooner. */
  again: number
  /** Milliseconds after the start that belong to the first screens: what runs once a day waits. */
  startDelay: number
}

interface Outcome {
  result: string | null
  isFailed?: boolean
  isPossible?: boolean
  details?: string
}

/** The rows of the jobs as the process `by` reads and writes them. */
export function jobRows(database: Portal['database'], by: string, { lease, again, startDelay }: JobTimes) {
  const until = sql<string>`now() + ${lease} * interval '1 millisecond'`
  // By the database's clock alone: an instant that came through here has lost its microseconds.
  const afterStart = sql<string>`now() + ${startDelay} * interval '1 millisecond'`
  const isFree = sql<boolean>`next_at <= now() and (held_until is null or held_until < now())`

  async function now(): Promise<Date> {
    const [row] = await database.query<{ at: string }>(sql`select now() as at`)
    return new Date(row?.at ?? Date.now())
  }

  /** A new job is due at once, one of a time of day when that comes, but not while the first screens do. */
  async function register(jobs: readonly Job[]) {
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
  }

  const ours = (name: string) =>
    unrecorded(database).updateTable('backgroundJob').where('name', '=', name).where('heldBy', '=', by)

  /** Takes it for this process; false where another has it already. */
  async function claim({ name }: Job): Promise<boolean> {
    const claimed = await unrecorded(database)
      .updateTable('backgroundJob')
      .set({ heldBy: by, heldUntil: until, startedAt: sql`now()` })
      .where('name', '=', name)
      .where(isFree)
      .returning('name')
      .execute()
    return claimed.length > 0
  }

  /** Says that this process still has it. */
  const renew = ({ name }: Job) => ours(name).set({ heldUntil: until }).execute()

  /** Notes how it ended, and when it is due next. */
  async function finish({ name, schedule, again: ownAgain }: Job, outcome: Outcome) {
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

  /** Leaves it due, for whoever looks next. */
  const release = ({ name }: Job) =>
    ours(name)
      .set({ heldBy: null, heldUntil: null })
      .execute()
      .then(() => {})

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

  /** Those that are due and nobody's, one by one; on the way the others are put right. */
  async function* due(jobs: readonly Job[]): AsyncGenerator<Job> {
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
      else if (row.isFree) yield job
    }
  }

  return { register, due, claim, renew, finish, release }
}
