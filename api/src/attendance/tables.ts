import type { CreditType } from '@academy/contract/attendance/enrolments.ts'
import type { Insertable, Selectable } from 'kysely'

export interface EnrolmentTable {
  id: string
  member: string
  course: string
  creditType: CreditType
  /** Credits one attended class costs. */
  credit: number
  remark: string | null
  /** The member whose wallet pays. */
  walletMember: string
  isDisable: boolean
  /** A trial that is finished. */
  isDone: boolean
  isProtected: boolean
  createdAt: string
  updatedAt: string
}
export type EnrolmentRecord = Selectable<EnrolmentTable>
export type NewEnrolment = Insertable<EnrolmentTable>

export interface AttendanceTable {
  id: string
  class: string
  course: string
  member: string
  /** None of a walk-in, who was marked without being enrolled. */
  enrolment: string | null
  walletMember: string
  creditType: CreditType
  status: 'P' | 'A'
  /** `YYYY-MM-DD` */
  classDate: string
  /** `HH:mm` */
  checkIn: string | null
  checkOut: string | null
  creditMinus: number
  /** Present without credit to pay for it. */
  outstanding: boolean
  /** Counts the debits. */
  version: number
  /** The ledger entry that paid, while it stands. */
  entry: string | null
  takenBy: string | null
  takenByName: string
  createdAt: string
  updatedAt: string
}
export type AttendanceRecord = Selectable<AttendanceTable>
export type NewAttendance = Insertable<AttendanceTable>

export interface AttendanceTables {
  enrolment: EnrolmentTable
  attendance: AttendanceTable
}

/** With what other rooms' tables show of members, courses and wallets; those are only read here. */
export interface ShownTables extends AttendanceTables {
  member: {
    id: string
    name: string
    chName: string | null
    /** `YYYY-MM-DD` */
    dob: string | null
    belt: string | null
    picture: string | null
    isDisable: boolean
    isDeleted: boolean
  }
  course: { id: string; name: string; centre: string | null }
  centre: { id: string; description: string }
  belt: { id: string; beltColor: string }
  wallet: { member: string; balance: number }
}
