import { inTransaction } from '../../platform/data/index.ts'
import { systemCaller } from '../../platform/http/index.ts'
import type { Portal } from '../../platform/runtime/index.ts'
import { forgetImports } from './record.ts'

const minutes = 10 * 60 * 1000

/** Every ten minutes forgets what was kept of imports whose day is over. */
export function forgettingImports(portal: Portal): { stop(): void } {
  const look = () =>
    portal.background.run(() => inTransaction(portal, systemCaller('nightly'), {}, (tx) => forgetImports(tx)))
  const timer = setInterval(look, minutes).unref()
  return { stop: () => clearInterval(timer) }
}
