/** What the portal does by itself, and the back-ups that it made. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'

export const jobNames = [
  'backup',
  'offsite',
  'trial',
  'proof',
  'cards',
  'alerts',
  'sign-ins',
  'balances',
  'imports',
  'retention',
] as const
export type JobName = (typeof jobNames)[number]

/** Title, and what it is for. */
export const jobWords: Readonly<Record<JobName, { title: string; about: string }>> = {
  backup: { title: 'Back-up', about: 'Copies the database and the pictures into the folder of back-ups' },
  offsite: { title: 'Off-site copy', about: 'Copies the latest back-up into the bucket, off this machine' },
  trial: { title: 'Trial of a back-up', about: 'Restores the latest back-up beside the database and proves its books' },
  proof: { title: 'Proof of the books', about: 'Computes every wallet, number and close again from zero' },
  cards: { title: 'Card orders', about: 'Asks the card provider about orders that are open' },
  alerts: { title: 'Mails of alerts', about: 'Mails what an owner should look at' },
  'sign-ins': { title: 'Failed sign-ins', about: 'Records series of wrong passwords that are over' },
  balances: {
    title: 'Balances of months',
    about: 'Keeps what wallets held when each month began, for reports of earlier months',
  },
  imports: { title: 'Earlier imports', about: 'Deletes what imports kept to be undone, after a day' },
  retention: {
    title: 'What is kept for a time',
    about: 'Deletes the answers kept for repeated calls after a day, and mails that were not sent after 30 days',
  },
}

export const job = z.object({
  name: z.enum(jobNames),
  /** `HH:mm` of a job that runs once a day. */
  daily: z.string().nullable(),
  /** The same of a job that runs on the first of each month. */
  monthly: z.string().nullable(),
  /** Seconds between two runs of any other. */
  every: z.number().nullable(),
  /** The process that is at it now. */
  runningOn: z.string().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  succeededAt: z.string().nullable(),
  /** Whether the last run failed. */
  isFailed: z.boolean(),
  /** Whether the last run could do here what the job is there for. */
  isPossible: z.boolean(),
  /** Whether the last good back-up, or off-site copy, is too old. */
  isLate: z.boolean(),
  /** What the last run did, what went wrong, or why it is not possible. */
  result: z.string().nullable(),
  /** Null before the first look for what is due. */
  nextAt: z.string().nullable(),
})
export type JobState = z.output<typeof job>

const keptBackup = z.object({
  /** Of its folder. */
  name: z.string(),
  at: z.string(),
  /** Null where it is encrypted, since only the private key reads that. */
  rows: z.number().nullable(),
  pictures: z.number(),
  bytes: z.number(),
  isEncrypted: z.boolean(),
})
export type KeptBackup = z.output<typeof keptBackup>

/** A back-up in the bucket, as the last copying found it. */
export const offsiteCopy = z.object({
  name: z.string(),
  at: z.string(),
  files: z.number(),
  bytes: z.number(),
  isEncrypted: z.boolean(),
})
export type OffsiteCopy = z.output<typeof offsiteCopy>

/** Hours after which the last good back-up, or off-site copy, is too old. */
export const lateHours = 26

export const jobsState = z.object({
  list: z.array(job),
  /** Null where the portal makes none. `keys` are the files that no back-up holds. All are of the machine that answered. */
  backups: z
    .object({
      folder: z.string(),
      keys: z.array(z.string()),
      keep: z.object({ days: z.number(), weeks: z.number(), months: z.number() }),
      /** The public key to which new ones are encrypted. */
      recipient: z.string().nullable(),
      list: z.array(keptBackup),
      /** Why the folder cannot be read; null where it can. */
      problem: z.string().nullable(),
      /** Null where none are copied off the machine. */
      offsite: z.object({ endpoint: z.string(), bucket: z.string(), list: z.array(offsiteCopy) }).nullable(),
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
