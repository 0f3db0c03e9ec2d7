/** Process-level services: clock, settings, log, passwords, mail, shutdown. */
export {
  hashPassword,
  hashRandom,
  needsRehash,
  randomPassword,
  secretDigest,
  verifyNothing,
  verifyPassword,
} from './argon2.ts'
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
export { type BucketAddress, type Config, readConfig, serverOf } from './config.ts'
export { claimDataDir } from './data-dir.ts'
export { locationOf, noteMoved, refuseMoved } from './data-location.ts'
export { fairQueue, QueueFull } from './fair-queue.ts'
export { folderFor, readFolder } from './folder.ts'
export { type LineWriter, lineWriter } from './log-writer.ts'
export { type Mail, type Mailer, type MailServer, type MailSettings, mailerOf, serverIn } from './mail.ts'
export type { Portal } from './portal.ts'
export { seal, unseal } from './sealed.ts'
export { type Endings, endings } from './shutdown.ts'
export { startTracing, type Tracing } from './tracing.ts'
export { type PasswordOwner, weaknessOf } from './weak-passwords.ts'
