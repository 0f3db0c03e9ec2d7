import type { JobName } from '@academy/contract/jobs/jobs.ts'
import { mailSeriousAlerts } from './audit/audit.ts'
import { proofOfNight } from './books/nightly.ts'
import { reconciling } from './checkout/reconcile.ts'
import { makeBackup } from './jobs/kept-backups.ts'
import { expireImports } from './members/import/expiry.ts'
import type { Job } from './platform/jobs/index.ts'
import type { Portal } from './platform/runtime/index.ts'
import { closeSeries } from './staff/staff.ts'
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
  proof: (signal) => proofOfNight(portal, signal),
  cards: quietly(reconciling(portal)),
  alerts: quietly(() => mailSeriousAlerts(portal)),
  'sign-ins': quietly(() => closeSeries(portal)),
  balances: () => keepMonths(portal),
  imports: quietly(() => expireImports(portal)),
})
