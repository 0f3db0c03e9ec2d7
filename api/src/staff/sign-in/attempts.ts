import { tidy } from '@academy/contract/platform/text.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Schema, Tx } from '../../platform/data/index.ts'
import { HttpError } from '../../platform/http/index.ts'
import { later } from '../../platform/runtime/index.ts'

/** Wrong passwords are counted per account and address: neither can one address lock out an office, nor a stranger an owner. */
export interface Guesser {
  username: string
  address: string
}

const forgottenAfterSeconds = 60 * 60

/** None for the first four wrong passwords, then 1, 2, 4 ... seconds, at most 15 minutes. */
const wait = sql`(case when failures < 5 then 0 else least(power(2, least(failures, 20) - 5), 900) end) * interval '1 second'`

const isGuesser = ({ username, address }: Guesser) => sql`username = lower(${tidy(username)}) and address = ${address}`

const tooMany = (seconds: number) =>
  new HttpError(429, `Too many failed attempts. Please try again in ${seconds} s.`, { retryAfter: seconds })

const longAgo = (tx: Tx) => later(tx.portal.clock.now(), -forgottenAfterSeconds * 1000).toISOString()

/** Throws 429 while this guesser has to wait. Asked before a password is looked at, and again before its outcome counts. */
export async function refuseTooMany(tx: Tx, guesser: Guesser): Promise<void> {
  const [past] = await tx.query<{ seconds: number }>(
    sql`select ceil(extract(epoch from last_at + ${wait} - ${tx.now}::timestamptz))::int as seconds
      from sign_in_failure where ${isGuesser(guesser)} for update`,
  )
  if (past && past.seconds > 0) throw tooMany(past.seconds)
}

/** Counts a wrong password, and records it. Many at once are counted one by one; 429 once the guesser has to wait. */
export async function countFailure(tx: Tx, guesser: Guesser, description: string, action = 'Failed'): Promise<void> {
  await tx.change(
    {
      section: 'Sign In',
      docType: 'session',
      action,
      description,
      by: { userId: tx.by.userId, username: guesser.username },
    },
    async (on) => {
      const { rows } = await sql`
        insert into sign_in_failure as past (username, address, failures, last_at)
        values (lower(${tidy(guesser.username)}), ${guesser.address}, 1, ${tx.now})
        on conflict (username, address) do update
          set failures = case when past.last_at < ${longAgo(tx)} then 1 else past.failures + 1 end, last_at = ${tx.now}
          where past.last_at + (select ${wait} from (select past.failures) as counted (failures)) <= ${tx.now}
        returning failures`.execute(on())
      if (rows.length === 0) await refuseTooMany(tx, guesser)
    },
  )
}

/** Forgets the failures of somebody who was right after all, and old ones. */
export const forgetFailures = (tx: Tx, on: Kysely<Schema>, guesser: Guesser) =>
  sql`delete from sign_in_failure where (${isGuesser(guesser)}) or last_at < ${longAgo(tx)}`.execute(on)
