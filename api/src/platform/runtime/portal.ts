import type { Logger } from 'pino'
import type { AuditKey } from '../data/audit/audit-key.ts'
import type { ReadingLog } from '../data/audit/readings.ts'
import type { Manifest } from '../data/backup/backup-format.ts'
import type { Restored } from '../data/backup/trial.ts'
import type { Database } from '../data/database/database.ts'
import type { Listening } from '../data/database/listening.ts'
import type { Standby } from '../data/database/standby.ts'
import type { PictureStore } from '../files/pictures.ts'
import type { Caller } from '../http/caller.ts'
import type { Background } from '../jobs/background.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Mailer } from './mail.ts'

/** Everything a running portal depends on; created once by main or by a test. */
export interface Portal {
  config: Config
  clock: Clock
  database: Database
  /** For reports, where there is one. */
  standby: Standby | null
  auditKey: AuditKey
  /** What is committed, here and by other portals on the database. */
  changes: Listening
  readings: ReadingLog
  pictures: PictureStore
  mailer: Mailer
  background: Background
  /** A snapshot of database and pictures, in a new folder. What fails or is aborted leaves nothing. */
  backUp(folder: string, at: string, signal: AbortSignal): Promise<Manifest>
  /** Restores a back-up into a database beside the portal's, has it looked at, and leaves nothing of it. */
  tryBackup<T>(folder: string, look: (restored: Restored) => Promise<T>): Promise<T>
  log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
  /** A hash of what must not be stored, by the key in DATA_DIR. */
  keyed(text: string): Buffer
  /** The caller of an access token; null when it is unknown or expired, or its user disabled. */
  authenticate(token: string): Promise<Caller | null>
  /** The same without counting as a use of the token, which would make it last longer. */
  recognise(token: string): Promise<Caller | null>
  /** Whether the session with this id goes on. */
  isSession(id: string): Promise<boolean>
}
