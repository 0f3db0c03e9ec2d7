import { unrecorded } from '../../platform/data/unrecorded.ts'
import { later, type Portal } from '../../platform/runtime/index.ts'

const retentionDays = 30

/** Deletes the mails in the outbox that are too old to be of use: their codes are over. */
export const deleteOldMails = ({ database, clock }: Portal): Promise<unknown> =>
  unrecorded(database)
    .deleteFrom('outboxMail')
    .where('at', '<', later(clock.now(), -retentionDays * 24 * 3600 * 1000).toISOString())
    .execute()
