/** The database: transactions that record what they change, paging, search, back-up. */

export { type Academy, academyNow, academyOf, creditPriceSen, lowBalanceNow } from './academy.ts'
export { encryptingTo } from './age.ts'
export { type AuditEntry, type Change, isUnchanged, shownValue } from './audit.ts'
export { type AuditKey, contentOfRecord, openAuditKey, readAuditKey } from './audit-key.ts'
export { namesFor } from './audit-names.ts'
export type { TrailEnd } from './audit-trail.ts'
export { backUp } from './backup.ts'
export { encryptedEnd, isEncrypted, manifestOf, openBackup } from './backup-format.ts'
export { beforeMigrating } from './before-migrating.ts'
export { insertAll, updateAll } from './bulk-write.ts'
export { businessDayOf } from './business-day.ts'
export { inCallersCentres, requireCentres, seesCentre } from './centres.ts'
export { chunksOf } from './chunks.ts'
export { closedMonths, latestClosed, whileClosing } from './closed-months.ts'
export { addressNow, type Connection, connect, type Database, type DatabaseAddress, openDatabase } from './database.ts'
export { bringUpToDate, type DatabaseUrls, durabilityRemark, roleRemark } from './database-roles.ts'
export { fixedRead, type Given } from './fixed-read.ts'
export { flowSums } from './flow-sums.ts'
export { isId, newId } from './ids.ts'
export { type Heard, type Listening, listening } from './listening.ts'
export {
  mailPasswordKey,
  mailSettings,
  mailsGoOut,
  type StoredMailServer,
  sealedFor,
  senderNow,
  serverNow,
  storedServer,
} from './mail-settings.ts'
export { findsMember, isIndependentWallet, memberFound, memberMeant, rowMeant, wordsOf } from './member-search.ts'
export {
  anyCase,
  checkRange,
  inOrderOf,
  likePattern,
  maybeEmpty,
  orderBy,
  ordering,
  paged,
  type Sortable,
  search,
  termsOf,
  totalOf,
} from './paging.ts'
export { isDone, isOpenCash, isPending, isUnaccounted } from './payments.ts'
export { readingLog } from './reading-log.ts'
export { plannedOnce, type Reader, type Reads, unseen, unseenAny } from './reads.ts'
export { type Redaction, redactAudit, redactable, redactions } from './redaction.ts'
export { refuseEmpty, refuseHalfRestored, restore } from './restore.ts'
export type { Schema } from './schema.ts'
export { type Standby, standbyOf } from './standby.ts'
export { isOver, isToBeMarked, isUnmarked } from './students.ts'
export { type ScratchServer, tryRestore } from './trial.ts'
export { inTransaction, type Tx } from './tx.ts'
