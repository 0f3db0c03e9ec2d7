import type { JobName } from '@academy/contract/jobs/jobs.ts'
import { mailSeriousAlerts } from './audit/audit.ts'
import { proofOfNight } from './books/nightly.ts'
import { reconciling } from './checkout/reconcile.ts'
import { namesOf } from './jobs/jobs.ts'
import { makeBackup } from './jobs/kept-backups.ts'
import { mailLateJobs } from './jobs/late.ts'
import { copyOffsite } from './jobs/offsite.ts'
import { tryNewest } from './jobs/trial.ts'
import { expireImports } from './members/import/expiry.ts'
import { deleteOldAnswers } from './platform/http/index.ts'
import type { Job } from './platform/jobs/index.ts'
import type { Portal } from './platform/runtime/index.ts'
import { closeSeries, deleteOldMails } from './staff/staff.ts'
import { keepMonths } from './wallet/wallet.ts'

const quietly =
  (work: () => Promise<unknown>): Job['run'] =>
  async () => {
    await work()
    return undefined
  }

/** What each job of a portal does; jobs/jobs.ts says when. */
export const worksOf = (portal: Portal): Record<JobName, Job['run']> => ({
  backup: (signal) => makeBackup(portal, signal),
  offsite: (signal) => copyOffsite(portal, signal),
  trial: (signal) => tryNewest(portal, signal),
  proof: (signal) => proofOfNight(portal, signal),
  cards: quietly(reconciling(portal)),
  alerts: quietly(async () => {
    await mailSeriousAlerts(portal)
    await mailLateJobs(portal, namesOf(portal))
  }),
  'sign-ins': quietly(() => closeSeries(portal)),
  balances: () => keepMonths(portal),
  imports: quietly(() => expireImports(portal)),
  retention: quietly(async () => {
    await deleteOldAnswers(portal)
    await deleteOldMails(portal)
  }),
})
