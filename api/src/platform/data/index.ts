/** The database: transactions that record what they change, paging, search, back-up. */

export { type Academy, academyNow, academyOf, creditPriceSen, lowBalanceNow } from './academy.ts'
export { type AuditEntry, type Change, editAction, isUnchanged, shownValue } from './audit/audit.ts'
export { type AuditKey, contentOfRecord, openAuditKey, readAuditKey } from './audit/audit-key.ts'
export { namesFor } from './audit/audit-names.ts'
export type { TrailEnd } from './audit/audit-trail.ts'
export { readingLog } from './audit/reading-log.ts'
export { type Redaction, redactAudit, redactable, redactions } from './audit/redaction.ts'
export { encryptingTo } from './backup/age.ts'
export { backUp } from './backup/backup.ts'
export { encryptedEnd, isEncrypted, type Manifest, manifestOf, openBackup } from './backup/backup-format.ts'
export { beforeMigrating } from './backup/before-migrating.ts'
export { refuseEmpty, refuseHalfRestored, restore } from './backup/restore.ts'
export { type ScratchServer, tryRestore } from './backup/trial.ts'
export { insertAll, updateAll } from './bulk-write.ts'
export { businessDayOf } from './business-day.ts'
export { inCallersCentres, requireCentres, seesCentre } from './centres.ts'
export { chunksOf } from './chunks.ts'
export { closedMonths, latestClosed, needOpenMonth, whileClosing } from './closed-months.ts'
export {
  addressNow,
  type Connection,
  connect,
  type Database,
  type DatabaseAddress,
  openDatabase,
} from './database/database.ts'
export { bringUpToDate, type DatabaseUrls, durabilityRemark, roleRemark } from './database/database-roles.ts'
export { type Heard, type Listening, listening } from './database/listening.ts'
export { type Standby, standbyOf } from './database/standby.ts'
export { fixedRead, type Given } from './fixed-read.ts'
export { flowSums } from './flow-sums.ts'
export { isId, newId } from './ids.ts'
export { lastMonth } from './last-month.ts'
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
export { plannedOnce, type Reader, type Reads, unseen, unseenAny } from './reads.ts'
export { columnOf, keyOf } from './row-shape.ts'
export type { Schema } from './schema.ts'
export { isOver, isToBeMarked, isUnmarked } from './students.ts'
export { inTransaction, type Tx } from './tx.ts'
