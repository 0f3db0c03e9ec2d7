import { failuresInSeries } from '@academy/contract/audit/alerts.ts'
import { sql } from 'kysely'
import { inTransaction } from '../../platform/data/index.ts'
import { unrecorded } from '../../platform/data/unrecorded.ts'
import { systemCaller } from '../../platform/http/index.ts'
import { businessDate, businessTime, later, type Portal } from '../../platform/runtime/index.ts'
import { isKind, unknownName, wordsOf } from './attempts.ts'

const minute = 60_000
/** A series is over after a quarter of an hour without a failure, and recorded once an hour while it goes on. */
const quiet = 15 * minute
const longest = 60 * minute

const at = (instant: string) => `${businessDate(new Date(instant))} ${businessTime(new Date(instant))}`
const ended = { what: null, seriesFrom: null, failures: 0, address: null }

/** Ends the series that are over: each of more than one failure becomes one audit record, with count, first and last time. */
export async function closeSeries(portal: Portal): Promise<void> {
  const before = (milliseconds: number) => later(portal.clock.now(), -milliseconds).toISOString()
  // A success ends it too, so that an account that was guessed is told at once.
  const succeeded = sql`failures >= ${failuresInSeries} and user_id in
    (select staff_session.user_id from staff_session where staff_session.created_at >= series_from)`
  const isOver = sql<boolean>`(last_at < ${before(quiet)} or series_from < ${before(longest)} or (${succeeded}))`
  // Its first failure is recorded already.
  await unrecorded(portal.database)
    .updateTable('signInLimit')
    .set(ended)
    .where(isOver)
    .where('failures', '=', 1)
    .execute()
  await inTransaction(portal, systemCaller('nightly'), {}, async (tx) => {
    const over = await tx
      .read()
      .selectFrom('signInLimit as past')
      .leftJoin('staffUser as user', 'user.id', 'past.userId')
      .select(['past.key', 'past.what', 'past.seriesFrom', 'past.lastAt', 'past.failures', 'past.address'])
      .select(['user.id as userId', 'user.username'])
      .where(isOver)
      .where('past.failures', '>', 1)
      .orderBy('past.key')
      .forUpdate('past')
      .skipLocked()
      .execute()
    const records = over.flatMap(({ what, seriesFrom, failures, lastAt, address, userId, username }) =>
      isKind(what) && seriesFrom
        ? {
            section: 'Sign In',
            docType: 'session',
            ...(userId ? { docId: userId } : {}),
            action: wordsOf(what).action,
            // The alerts read these.
            to: { failures, since: seriesFrom },
            description: `${wordsOf(what).words} ${failures} times, first ${at(seriesFrom)}, last ${at(lastAt)} from ${address}`,
            by: { userId: null, username: username ?? unknownName },
          }
        : [],
    )
    if (records.length === 0) return
    const keys = over.map(({ key }) => key)
    await tx.change(records, (on) => on().updateTable('signInLimit').set(ended).where('key', 'in', keys).execute())
  })
}
