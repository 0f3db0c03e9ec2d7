/** What the portal does by itself: when, and how it went. */
import { join } from 'node:path'
import { type JobName, type JobState, type JobsState, jobNames, jobWords } from '@academy/contract/jobs/jobs.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { conflict, found } from '../platform/http/index.ts'
import type { Job } from '../platform/jobs/index.ts'
import type { Portal } from '../platform/runtime/index.ts'
import { keptBackups } from './kept-backups.ts'

const minute = 60_000

/** When each job runs, and whether this portal has it; the desk is closed at night. */
const schedules: Readonly<Record<JobName, Job['schedule'] & { needs?: (config: Portal['config']) => boolean }>> = {
  backup: { daily: '02:00', needs: ({ backups }) => backups.folder !== undefined },
  // Its night begins at three by the portal's clock, which is not quite that of the database.
  proof: { daily: '03:05' },
  cards: { every: minute, needs: ({ payment }) => payment.sandbox || payment.baseUrl !== undefined },
  alerts: { every: minute, needs: ({ alertMail }) => alertMail !== undefined },
  'sign-ins': { every: minute },
  balances: { every: 60 * minute },
  imports: { every: 10 * minute },
}

const namesOf = ({ config }: Portal) => jobNames.filter((name) => schedules[name].needs?.(config) ?? true)

/** The jobs that this portal has, with what each does. */
export const jobsOf = (portal: Portal, works: Readonly<Record<JobName, Job['run']>>): Job[] =>
  namesOf(portal).map((name) => ({ name, schedule: schedules[name], run: works[name] }))

type Row = Omit<JobState, 'name' | 'daily' | 'every'> & { name: string }

const rowsNow = (tx: Tx) =>
  tx.query<Row>(sql`
    select name, started_at as "startedAt", finished_at as "finishedAt", succeeded_at as "succeededAt",
      is_failed as "isFailed", result, next_at as "nextAt", case when held_until > now() then held_by end as "runningOn"
    from background_job`)

const never = { runningOn: null, startedAt: null, finishedAt: null, succeededAt: null, result: null, nextAt: null }

/** Every job of this portal as it stands, and the back-ups that it keeps. */
export async function jobsState(tx: Tx): Promise<JobsState> {
  const { auditKeyFile, filesDir, backups } = tx.portal.config
  const { folder, keep } = backups
  const rows = await rowsNow(tx)
  return {
    list: namesOf(tx.portal).map((name) => {
      const schedule = schedules[name]
      const row = rows.find((each) => each.name === name) ?? { ...never, isFailed: false }
      return {
        ...row,
        name,
        daily: 'daily' in schedule ? schedule.daily : null,
        every: 'every' in schedule ? schedule.every / 1000 : null,
      }
    }),
    backups: folder
      ? { folder, keys: [auditKeyFile, join(filesDir, 'link.key')], keep, list: await keptBackups(folder) }
      : null,
  }
}

/** Makes a job due, for whichever portal looks first. 409 while it runs. */
export async function runNow(tx: Tx, asked: string): Promise<void> {
  const name = found(
    namesOf(tx.portal).find((each) => each === asked),
    'Job',
  )
  const row = (await rowsNow(tx)).find((each) => each.name === name)
  if (row?.runningOn) throw conflict(`${jobWords[name].title} is running already`)
  await tx.change(
    { section: 'Jobs', docType: 'job', action: 'Started', description: `Started ${jobWords[name].title}` },
    (on) => on().updateTable('backgroundJob').set({ nextAt: sql`now()` }).where('name', '=', name).execute(),
  )
}
