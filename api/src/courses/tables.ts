import type { Selectable } from 'kysely'
import type { Schema } from '../platform/data/index.ts'

export type CourseTable = Selectable<Schema['course']>
export type CourseYearTable = Selectable<Schema['courseYear']>
/** Without the version, which the database draws. */
export type ClassTable = Omit<Selectable<Schema['class']>, 'rowVersion'>
/** A date without its class, with the details of that class. */
export type PendingTable = Selectable<Schema['pendingReplacement']>
