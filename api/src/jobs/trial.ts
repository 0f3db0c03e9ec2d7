/** Whether the latest back-up brings everything back: it is restored beside the database and its books are proven. */
import { join } from 'node:path'
import { findingsIn } from '../books/books.ts'
import { NotPossible } from '../platform/jobs/index.ts'
import type { Portal } from '../platform/runtime/index.ts'
import { pastIn } from './kept-backups.ts'

/** Throws where it cannot be restored, or what comes back does not hold. */
export async function tryNewest(portal: Portal, signal: AbortSignal): Promise<string> {
  const { folder } = portal.config.backups
  const [newest] = folder ? await pastIn(folder, portal.clock.now().toISOString()) : []
  if (!folder || !newest) throw new NotPossible('there is no back-up yet')
  return portal.tryBackup(join(folder, newest), async ({ manifest, database, files }) => {
    const findings = await findingsIn(database, files, portal.auditKey, signal)
    const fault = findings.find((each) => each.fault)
    if (fault) throw new Error(`${newest} came back, but ${fault.name}: ${fault.fault?.row}: ${fault.fault?.problem}`)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return `${newest} came back: ${rows.toLocaleString('en')} rows, ${manifest.files} pictures, ${findings.length} checks hold`
  })
}
