import { systemCaller } from '../kit/caller.ts'
import type { Portal } from '../kit/portal.ts'
import { inTransaction } from '../kit/tx.ts'
import { forgetImports } from './import-record.ts'

const minutes = 10 * 60 * 1000

/** Every ten minutes forgets what was kept of imports whose day is over. */
export function forgettingImports(portal: Portal): { stop(): void } {
  const look = () =>
    portal.background.run(() => inTransaction(portal, systemCaller('nightly'), {}, (tx) => forgetImports(tx)))
  const timer = setInterval(look, minutes).unref()
  return { stop: () => clearInterval(timer) }
}
