/** The back-up that is made before a database with data is migrated. */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../../runtime/clock.ts'
import type { Config } from '../../runtime/config/config.ts'
import { readFolder } from '../../runtime/data-dir/folder.ts'
import { backUp } from './backup.ts'

export interface BeforeMigrating {
  /** Where it is laid; no folder makes none. */
  folder: string | undefined
  /** The pictures. */
  files: string
  /** The public key of age that it is encrypted to. */
  recipient: string | undefined
  signal: AbortSignal | undefined
}

export const beforeMigrating = (
  { beforeMigrating: folder, filesDir: files, backups }: Pick<Config, 'beforeMigrating' | 'filesDir' | 'backups'>,
  signal?: AbortSignal,
): BeforeMigrating => ({ folder, files, recipient: backups.recipient, signal })

/** Of those that were made so, the latest are kept; what is called otherwise was laid there by somebody else. */
const kept = 3
const nameForm = /^before-migrating-\d{4}-\d\d-\d\d-\d{6}(\.partial)?$/
const nameAt = (at: string) => `before-migrating-${at.slice(0, 19).replaceAll(':', '').replace('T', '-')}`

/** Says where it is. Throws where it cannot be made. */
export async function backUpBeforeMigrating(
  databaseUrl: string,
  { folder, files, recipient, signal }: BeforeMigrating,
  say: (line: string) => void,
): Promise<void> {
  if (!folder) return say('Nothing is backed up before the migration: BACKUP_BEFORE_MIGRATING is off')
  const now = systemClock.now().toISOString()
  const place = join(folder, nameAt(now))
  say(`Backing up to ${place} before the migration`)
  try {
    for (const name of await namesIn(folder)) if (name.endsWith('.partial')) await remove(join(folder, name))
    const { tables, files: pictures } = await backUp({ databaseUrl, files, recipient }, place, now, signal)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Backed up ${rows} rows and ${pictures} pictures; the latest ${kept} of these back-ups are kept`)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `The back-up before the migration failed, and nothing was migrated: ${reason}. Who has a back-up already sets BACKUP_BEFORE_MIGRATING=off (docs/operations.md, Upgrades)`,
      { cause },
    )
  }
  const names = (await namesIn(folder)).toSorted().reverse()
  for (const name of names.slice(kept)) await remove(join(folder, name))
}

const namesIn = async (folder: string) => (await readFolder(folder)).filter((name) => nameForm.test(name))
const remove = (place: string) => rm(place, { recursive: true, force: true })
