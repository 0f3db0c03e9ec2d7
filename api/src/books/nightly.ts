import { mailDailyAlerts } from '../audit/audit.ts'
import { inTransaction } from '../platform/data/index.ts'
import { systemCaller } from '../platform/http/index.ts'
import { type Portal, startOfDay } from '../platform/runtime/index.ts'
import { dropAnchor } from './anchors.ts'
import { prove, startProof } from './books.ts'

/** 3 in the morning, when the desk is closed, in milliseconds after midnight. */
const hour = 3 * 60 * 60 * 1000
const minutes = 10 * 60 * 1000

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

/** Checks every ten minutes, so a portal that was off at night proves soon after it starts. `stop` aborts a running proof. */
export function nightlyProofs(portal: Portal): { stop(): void } {
  const stopping = new AbortController()
  const check = () => portal.background.run(() => proveNightly(portal, stopping.signal))
  const timer = setInterval(check, minutes).unref()
  // Leaves the time right after the start to the first screens.
  const first = setTimeout(check, minutes / 10).unref()
  return {
    stop() {
      clearInterval(timer)
      clearTimeout(first)
      stopping.abort()
    },
  }
}
