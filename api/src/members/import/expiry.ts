import { inTransaction } from '../../platform/data/index.ts'
import { systemCaller } from '../../platform/http/index.ts'
import type { Portal } from '../../platform/runtime/index.ts'
import { deleteExpiredImports } from './record.ts'

const interval = 10 * 60 * 1000

/** Every ten minutes deletes the stored values of imports that can no longer be undone. */
export function startImportExpiry(portal: Portal): { stop(): void } {
  const run = () =>
    portal.background.run(() => inTransaction(portal, systemCaller('nightly'), {}, (tx) => deleteExpiredImports(tx)))
  const timer = setInterval(run, interval).unref()
  return { stop: () => clearInterval(timer) }
}
