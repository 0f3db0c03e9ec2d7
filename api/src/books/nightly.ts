import { inTransaction } from '../platform/data/index.ts'
import { systemCaller } from '../platform/http/index.ts'
import { type Portal, startOfDay } from '../platform/runtime/index.ts'
import { begin, prove } from './books.ts'

/** When the desk is closed: 3 in the morning, in milliseconds after midnight. */
const hour = 3 * 60 * 60 * 1000
const minutes = 10 * 60 * 1000

/** Proves the books of this night, unless that is done, or too early; of several portals one does it. */
export async function proveNightly(portal: Portal, signal?: AbortSignal): Promise<boolean> {
  const night = portal.clock.today()
  if (portal.clock.now().getTime() - Date.parse(startOfDay(night)) < hour) return false
  const by = systemCaller('nightly')
  const id = await inTransaction(portal, by, {}, (tx) => begin(tx, night))
  if (id === null) return false
  await prove(portal, id, by, signal)
  return true
}

/** Looks every ten minutes; a portal that was off at night proves soon after it starts. `stop` breaks off what is under way. */
export function nightlyProofs(portal: Portal): { stop(): void } {
  const stopping = new AbortController()
  const look = () => portal.background.run(() => proveNightly(portal, stopping.signal))
  const timer = setInterval(look, minutes).unref()
  // Not while the first screens are asked for.
  const first = setTimeout(look, minutes / 10).unref()
  return {
    stop() {
      clearInterval(timer)
      clearTimeout(first)
      stopping.abort()
    },
  }
}
