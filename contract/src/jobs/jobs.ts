/** What the portal does by itself, and the back-ups that it made. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'

export const jobNames = ['backup', 'proof', 'cards', 'alerts', 'sign-ins', 'balances', 'imports'] as const
export type JobName = (typeof jobNames)[number]

/** Title, and what it is for. */
export const jobWords: Readonly<Record<JobName, { title: string; about: string }>> = {
  backup: { title: 'Back-up', about: 'Copies the database and the pictures into the folder of back-ups' },
  proof: { title: 'Proof of the books', about: 'Computes every wallet, number and close again from zero' },
  cards: { title: 'Card orders', about: 'Asks the card provider about orders that are open' },
  alerts: { title: 'Mails of alerts', about: 'Mails what an owner should look at' },
  'sign-ins': { title: 'Failed sign-ins', about: 'Records series of wrong passwords that are over' },
  balances: { title: 'Balances of months', about: 'Keeps what wallets held when each month began, for reports of it' },
  imports: { title: 'Earlier imports', about: 'Deletes what imports kept to be undone, after a day' },
}

export const job = z.object({
  name: z.enum(jobNames),
  /** `HH:mm` of a job that runs once a day. */
  daily: z.string().nullable(),
  /** Seconds between two runs of any other. */
  every: z.number().nullable(),
  /** The process that is at it now. */
  runningOn: z.string().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  succeededAt: z.string().nullable(),
  /** Whether the last run failed. */
  isFailed: z.boolean(),
  /** What the last run did, or what went wrong. */
  result: z.string().nullable(),
  /** Null before the first look for what is due. */
  nextAt: z.string().nullable(),
})
export type JobState = z.output<typeof job>

export const keptBackup = z.object({
  /** Of its folder. */
  name: z.string(),
  at: z.string(),
  rows: z.number(),
  pictures: z.number(),
  bytes: z.number(),
})
export type KeptBackup = z.output<typeof keptBackup>

export const jobsState = z.object({
  list: z.array(job),
  /** Null where the portal makes none. `keys` are the files that no back-up holds. All are of the machine that answered. */
  backups: z
    .object({
      folder: z.string(),
      keys: z.array(z.string()),
      keep: z.object({ days: z.number(), weeks: z.number(), months: z.number() }),
      list: z.array(keptBackup),
    })
    .nullable(),
})
export type JobsState = z.output<typeof jobsState>

export const jobs = {
  state: endpoint({
    method: 'GET',
    path: '/job',
    may: 'audit_trail.view',
    summary:
      'What the portal does by itself: last run, result and next run of each job, and the back-ups that are kept',
    result: jobsState,
  }),
  run: endpoint({
    method: 'POST',
    path: '/job/:name',
    may: 'audit_trail.view',
    summary: 'Has a job run now, within seconds; 409 while it runs',
    params: z.object({ name: z.string().max(40) }),
    result: jobsState,
    done: 'Started',
  }),
}
