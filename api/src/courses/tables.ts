import type { Selectable } from 'kysely'
import type { Schema } from '../platform/data/index.ts'

export type CourseTable = Selectable<Schema['course']>
export type CourseYearTable = Selectable<Schema['courseYear']>
export type ClassTable = Selectable<Schema['class']>
/** A day without its class, and what that class was like. */
export type PendingTable = Selectable<Schema['pendingReplacement']>
