import { sql } from 'kysely'
import { mailDailyAlerts } from '../audit/audit.ts'
import { inTransaction } from '../platform/data/index.ts'
import { systemCaller } from '../platform/http/index.ts'
import { type Portal, startOfDay } from '../platform/runtime/index.ts'
import { dropAnchor } from './anchors.ts'
import { prove, startProof } from './books.ts'

/** 3 in the morning, when the desk is closed, in milliseconds after midnight. */
const hour = 3 * 60 * 60 * 1000

/** Proves the books of this night unless it is too early or already done; of several portals one does it. */
export async function proveNightly(portal: Portal, signal?: AbortSignal): Promise<boolean> {
  const night = portal.clock.today()
  if (portal.clock.now().getTime() - Date.parse(startOfDay(night)) < hour) return false
  const by = systemCaller('nightly')
  const id = await inTransaction(portal, by, {}, (tx) => startProof(tx, night))
  if (id === null) return false
  await prove(portal, id, by, signal)
  if (signal?.aborted) return true
  await dropAnchor(portal)
  await mailDailyAlerts(portal)
  return true
}

const isProven = async ({ database, clock }: Portal) => {
  const rows = await database.query(
    sql`select 1 from books_proof where night = ${clock.today()}::date and findings is not null`,
  )
  return rows.length > 0
}

/** Proves the books of this night. Rejects where that is not done when it ends, so that it is tried again. */
export async function proofOfNight(portal: Portal, signal: AbortSignal): Promise<string | undefined> {
  const isDone = (await proveNightly(portal, signal)) || (await isProven(portal))
  if (!isDone) throw new Error('Another proof of the books is under way')
  return undefined
}
