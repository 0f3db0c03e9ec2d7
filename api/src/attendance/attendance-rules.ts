import { attendanceMessages } from '@academy/contract/attendance/attendance.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import type { Cause } from '../wallet/wallet.ts'

/** What a debit is for. Each debit of a row has its own version in the key, so that the wallet does not take it for a repeat. */
export const causeOf = (
  row: { id: string; version: number },
  course: string,
  date: string,
  attendee: { id: string; name: string },
): Cause => ({
  key: `class/${row.id}/${row.version}`,
  type: 'attendance',
  id: row.id,
  label: `${course}, ${displayDate(date)}`,
  day: date,
  attendee,
})

/** The error of a present member's times (`HH:mm`), if any. */
export const timesProblem = (checkIn: string | null, checkOut: string | null): string | undefined =>
  checkIn !== null && checkOut !== null && checkOut < checkIn ? attendanceMessages.checkOut : undefined
