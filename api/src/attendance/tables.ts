import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '../platform/data/index.ts'

/** Without the version, which the database draws. */
export type EnrolmentRecord = Omit<Selectable<Schema['enrolment']>, 'rowVersion'>
export type AttendanceRecord = Selectable<Schema['attendance']>
export type NewAttendance = Insertable<Schema['attendance']>
