import { attendanceMessages } from '@academy/contract/attendance/attendance.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import type { Cause } from '../wallet/wallet.ts'

/** Says what a debit was for; every debit of the same row has a version of its own, so that it is charged anew. */
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
  attendee,
})

/** What is wrong with the times of a present member, `HH:mm`. */
export const timesProblem = (checkIn: string | null, checkOut: string | null): string | undefined =>
  checkIn !== null && checkOut !== null && checkOut < checkIn ? attendanceMessages.checkOut : undefined
