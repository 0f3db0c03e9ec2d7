/** Which jobs are due. */
import { sql } from 'kysely'
import { later } from '../runtime/clock.ts'
import type { Portal } from '../runtime/portal.ts'
import { type Job, nextRun } from './job.ts'
import { isFree, type JobTimes, putRight } from './job-rows.ts'

/** Those that are due and nobody's, one by one; on the way the others are put right. */
export async function* dueJobs(
  database: Portal['database'],
  jobs: readonly Job[],
  { lease, startDelay }: Pick<JobTimes, 'lease' | 'startDelay'>,
): AsyncGenerator<Job> {
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
    if (row.isAhead || new Date(row.nextAt) > latest) await putRight(database, job, lease, latest)
    else if (row.isFree) yield job
  }
}
