import { creditTypes } from '@academy/contract/attendance/enrolments.ts'
import { sql } from 'kysely'

/** Rows of a table by their credit type, in the order the attendance view shows the types. */
export const inCreditTypeOrder = (table: 'enrolment' | 'attendance') =>
  sql`array_position(${sql.val([...creditTypes])}::text[], ${sql.ref(`${table}.creditType`)})`
