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

/** So many milliseconds from now, by the clock of the database. */
const fromNow = (ms: number) => sql<string>`now() + ${ms} * interval '1 millisecond'`

/** Whether a row is due and no process has it. */
export const isFree = sql<boolean>`next_at <= now() and (held_until is null or held_until < now())`

/** The rows of the jobs as the process `by` claims and ends them. */
export function jobRows(database: Portal['database'], by: string, { lease, again, startDelay }: JobTimes) {
  const until = fromNow(lease)
  // By the database's clock alone: an instant that came through here has lost its microseconds.
  const afterStart = fromNow(startDelay)

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

  return { register, claim, renew, finish, release }
}

const noLater = (column: string, than = sql<string>`now()`) =>
  sql<string>`case when ${sql.ref(column)} > ${than} then ${than} else ${sql.ref(column)} end`

/** What a clock that was ahead left in the future would stop the job until then. */
export const putRight = (database: Portal['database'], { name }: Job, lease: number, latest: Date) =>
  unrecorded(database)
    .updateTable('backgroundJob')
    .set({
      startedAt: noLater('started_at'),
      finishedAt: noLater('finished_at'),
      succeededAt: noLater('succeeded_at'),
      heldUntil: noLater('held_until', fromNow(lease)),
      nextAt: noLater('next_at', sql<string>`${latest.toISOString()}::timestamptz`),
    })
    .where('name', '=', name)
    .execute()
