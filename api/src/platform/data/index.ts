/** The database: transactions that record what they change, paging, search, back-up. */

export { type AuditEntry, type Change, shownValue } from './audit.ts'
export { namesFor } from './audit-names.ts'
export { backUp } from './backup.ts'
export { chunksOf } from './chunks.ts'
export { type Connection, connect, type Database, type DatabaseAddress, migrate, openDatabase } from './database.ts'
export { isId, newId } from './ids.ts'
export { findsMember, memberFound, memberMeant, wordsOf } from './member-search.ts'
export { anyCase, checkRange, likePattern, orderBy, ordering, paged, type Sortable, search, totalOf } from './paging.ts'
export type { Reads } from './reads.ts'
export { restore } from './restore.ts'
export type { Schema } from './schema.ts'
export { inTransaction, type Tx } from './tx.ts'
