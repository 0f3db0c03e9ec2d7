import type { Selectable } from 'kysely'
import type { Schema } from '../platform/data/index.ts'

export type CourseRecord = Selectable<Schema['course']>
export type CourseYearRecord = Selectable<Schema['courseYear']>
/** Without the version, which the database draws. */
export type ClassRecord = Omit<Selectable<Schema['class']>, 'rowVersion'>
/** A date without its class, with the details of that class. */
export type PendingRecord = Selectable<Schema['pendingReplacement']>
