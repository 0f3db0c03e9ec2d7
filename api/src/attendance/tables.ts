import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '../platform/data/index.ts'

export type EnrolmentRecord = Selectable<Schema['enrolment']>
export type AttendanceRecord = Selectable<Schema['attendance']>
export type NewAttendance = Insertable<Schema['attendance']>
