import { inTransaction } from '../../platform/data/index.ts'
import { systemCaller } from '../../platform/http/index.ts'
import type { Portal } from '../../platform/runtime/index.ts'
import { deleteExpiredImports } from './record.ts'

/** Deletes the stored values of imports that can no longer be undone. */
export const expireImports = (portal: Portal): Promise<unknown> =>
  inTransaction(portal, systemCaller('nightly'), {}, (tx) => deleteExpiredImports(tx))
