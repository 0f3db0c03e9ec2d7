/** What the portal does by itself: when, and how it went. */
import { join } from 'node:path'
import { type JobName, type JobState, type JobsState, jobNames, jobWords } from '@academy/contract/jobs/jobs.ts'
import { sql } from 'kysely'
import type { Tx } from '../platform/data/index.ts'
import { conflict, found } from '../platform/http/index.ts'
import type { Job } from '../platform/jobs/index.ts'
import type { Portal } from '../platform/runtime/index.ts'
import { keptBackups } from './kept-backups.ts'
import { isLate } from './late.ts'
import { copiesIn } from './offsite.ts'

const minute = 60_000

/** A trial takes the server longer than any other job. */
const day = 24 * 60 * minute

/** When each job runs, and whether this portal has it; the desk is closed at night. */
const schedules: Readonly<Record<JobName, Job['schedule'] & { needs?: (config: Portal['config']) => boolean }>> = {
  backup: { daily: '02:00', needs: ({ backups }) => backups.folder !== undefined },
  // Mostly there is nothing to do: the latest back-up is there.
  offsite: { every: 15 * minute, needs: ({ backups }) => backups.offsite !== undefined },
  trial: { monthly: '04:00', needs: ({ backups }) => backups.folder !== undefined },
  // Its night begins at three by the portal's clock, which is not quite that of the database.
  proof: { daily: '03:05' },
  cards: { every: minute, needs: ({ payment }) => payment.sandbox || payment.baseUrl !== undefined },
  alerts: { every: minute, needs: ({ alertMail }) => alertMail !== undefined },
  'sign-ins': { every: minute },
  balances: { every: 60 * minute },
  imports: { every: 10 * minute },
  retention: { every: 60 * minute },
}

/** The jobs that this portal has. */
export const namesOf = ({ config }: Portal) => jobNames.filter((name) => schedules[name].needs?.(config) ?? true)

/** The jobs that this portal has, with what each does. */
export const jobsOf = (portal: Portal, works: Readonly<Record<JobName, Job['run']>>): Job[] =>
  namesOf(portal).map((name) => ({
    name,
    schedule: schedules[name],
    run: works[name],
    ...(name === 'trial' && { again: day }),
  }))

type Row = Omit<JobState, 'name' | 'daily' | 'monthly' | 'every'> & { name: string; details: unknown }

const rowsNow = (tx: Tx) =>
  tx.query<Row>(sql`
    select name, started_at as "startedAt", finished_at as "finishedAt", succeeded_at as "succeededAt",
      is_failed as "isFailed", is_possible as "isPossible", ${isLate} as "isLate", details, result, next_at as "nextAt", case when held_until > now() then held_by end as "runningOn"
    from background_job`)

const never = {
  details: null,
  isFailed: false,
  isPossible: true,
  isLate: false,
  runningOn: null,
  startedAt: null,
  finishedAt: null,
  succeededAt: null,
  result: null,
  nextAt: null,
}

/** A folder that cannot be read is told beside the jobs, which are looked at then. */
const backupsIn = (folder: string) =>
  keptBackups(folder).then(
    (list) => ({ list, problem: null }),
    (error: Error) => ({ list: [], problem: error.message }),
  )

/** Every job of this portal as it stands, and the back-ups that it keeps. */
export async function jobsState(tx: Tx): Promise<JobsState> {
  const { auditKeyFile, filesDir, backups } = tx.portal.config
  const { folder, keep, recipient, offsite } = backups
  const rows = await rowsNow(tx)
  return {
    list: namesOf(tx.portal).map((name) => {
      const schedule = schedules[name]
      const row = rows.find((each) => each.name === name) ?? never
      const { details: _, ...told } = row
      return {
        ...told,
        name,
        daily: 'daily' in schedule ? schedule.daily : null,
        monthly: 'monthly' in schedule ? schedule.monthly : null,
        every: 'every' in schedule ? schedule.every / 1000 : null,
      }
    }),
    backups: folder
      ? {
          folder,
          keys: [auditKeyFile, join(filesDir, 'link.key')],
          keep,
          recipient: recipient ?? null,
          ...(await backupsIn(folder)),
          offsite: offsite
            ? {
                endpoint: offsite.endpoint,
                bucket: offsite.bucket,
                list: copiesIn(rows.find(({ name }) => name === 'offsite')?.details, offsite),
              }
            : null,
        }
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
