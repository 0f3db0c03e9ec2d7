import { sql } from 'kysely'
import { mailDailyAlerts } from '../audit/audit.ts'
import { inTransaction } from '../platform/data/index.ts'
import { systemCaller } from '../platform/http/index.ts'
import { businessDate, later, type Portal } from '../platform/runtime/index.ts'
import { dropAnchor } from './anchors.ts'
import { prove, startProof } from './books.ts'

/** 3 in the morning, when the desk is closed, in milliseconds after midnight. */
const hour = 3 * 60 * 60 * 1000

/** The night whose proof is due: until 3 in the morning that of the day before. */
const nightOf = ({ clock }: Portal) => businessDate(later(clock.now(), -hour))

/** Proves the books of this night unless that is done or under way; of several portals one does it. */
export async function proveNightly(portal: Portal, signal?: AbortSignal): Promise<boolean> {
  const night = nightOf(portal)
  const by = systemCaller('nightly')
  const id = await inTransaction(portal, by, {}, (tx) => startProof(tx, night))
  if (id === null) return false
  await prove(portal, id, by, signal)
  if (signal?.aborted) return true
  await dropAnchor(portal)
  await mailDailyAlerts(portal)
  return true
}

const isProven = async (portal: Portal) => {
  const rows = await portal.database.query(
    sql`select 1 from books_proof where night = ${nightOf(portal)}::date and findings is not null
      and finished_at <= ${portal.clock.now().toISOString()}`,
  )
  return rows.length > 0
}

/** Proves the books of this night. Rejects where that is not done when it ends, so that it is tried again. */
export async function proofOfNight(portal: Portal, signal: AbortSignal): Promise<string | undefined> {
  if (await proveNightly(portal, signal)) return undefined
  if (await isProven(portal))
    return 'The books of this night were proven already. To prove them once more, use the dashboard'
  throw new Error('Another proof of the books is under way')
}
