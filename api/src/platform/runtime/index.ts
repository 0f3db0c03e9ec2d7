/** Process-level services: clock, settings, log, passwords, mail, shutdown. */

export {
  businessDate,
  businessTime,
  type Clock,
  endOfDay,
  fixedClock,
  later,
  shownInstant,
  startOfDay,
  systemClock,
  timezone,
} from './clock.ts'
export { type BucketAddress, type Config, readConfig, serverOf } from './config/config.ts'
export { claimDataDir } from './data-dir/data-dir.ts'
export { locationOf, noteMoved, refuseMoved } from './data-dir/data-location.ts'
export { folderFor, readFolder } from './data-dir/folder.ts'
export { fairQueue, QueueFull } from './fair-queue.ts'
export { type LineWriter, lineWriter } from './log-writer.ts'
export { type Mail, type Mailer, type MailServer, type MailSettings, mailerOf, serverIn } from './mail.ts'
export {
  hashPassword,
  hashRandom,
  needsRehash,
  randomPassword,
  secretDigest,
  verifyNothing,
  verifyPassword,
} from './passwords/argon2.ts'
export { type PasswordOwner, weaknessOf } from './passwords/weak-passwords.ts'
export type { Portal } from './portal.ts'
export { seal, unseal } from './sealed.ts'
export { type Endings, endings } from './shutdown.ts'
export { startTracing, type Tracing } from './tracing.ts'
