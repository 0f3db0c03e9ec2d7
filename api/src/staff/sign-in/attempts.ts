import { tidy } from '@academy/contract/platform/text.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Schema, Tx } from '../../platform/data/index.ts'
import { HttpError } from '../../platform/http/index.ts'
import { later } from '../../platform/runtime/index.ts'

/** Failures are counted per account and address, so that a stranger can lock out neither an office nor the account's owner. */
export interface AttemptKey {
  username: string
  address: string
}

const resetAfterSeconds = 60 * 60

/** SQL interval: none for the first four failures, then 1, 2, 4 ... seconds, at most 15 minutes. */
const wait = sql`(case when failures < 5 then 0 else least(power(2, least(failures, 20) - 5), 900) end) * interval '1 second'`

const isSameKey = ({ username, address }: AttemptKey) =>
  sql`username = lower(${tidy(username)}) and address = ${address}`

const tooMany = (seconds: number) =>
  new HttpError(429, `Too many failed attempts. Please try again in ${seconds} s.`, { retryAfter: seconds })

const longAgo = (tx: Tx) => later(tx.portal.clock.now(), -resetAfterSeconds * 1000).toISOString()

/** 429 while this account and address have to wait. Call before a password is checked, and again before its result counts. */
export async function refuseTooMany(tx: Tx, attempt: AttemptKey): Promise<void> {
  const [past] = await tx.query<{ seconds: number }>(
    sql`select ceil(extract(epoch from last_at + ${wait} - ${tx.now}::timestamptz))::int as seconds
      from sign_in_failure where ${isSameKey(attempt)} for update`,
  )
  if (past && past.seconds > 0) throw tooMany(past.seconds)
}

/** Counts a failure, with an audit record. Concurrent failures are counted one by one; 429 once a wait is due. */
export async function countFailure(tx: Tx, attempt: AttemptKey, description: string, action = 'Failed'): Promise<void> {
  await tx.change(
    {
      section: 'Sign In',
      docType: 'session',
      action,
      description,
      by: { userId: tx.by.userId, username: attempt.username },
    },
    async (on) => {
      const { rows } = await sql`
        insert into sign_in_failure as past (username, address, failures, last_at)
        values (lower(${tidy(attempt.username)}), ${attempt.address}, 1, ${tx.now})
        on conflict (username, address) do update
          set failures = case when past.last_at < ${longAgo(tx)} then 1 else past.failures + 1 end, last_at = ${tx.now}
          where past.last_at + (select ${wait} from (select past.failures) as counted (failures)) <= ${tx.now}
        returning failures`.execute(on())
      if (rows.length === 0) await refuseTooMany(tx, attempt)
    },
  )
}

/** Deletes the failures of an account and address after a success, and all old ones. */
export const clearFailures = (tx: Tx, on: Kysely<Schema>, attempt: AttemptKey) =>
  sql`delete from sign_in_failure where (${isSameKey(attempt)}) or last_at < ${longAgo(tx)}`.execute(on)
