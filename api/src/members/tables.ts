import type { MemberKind } from '@academy/contract/members/fields.ts'
import type { Generated, GeneratedAlways, Selectable } from 'kysely'

export interface MemberTable {
  id: string
  kind: MemberKind
  name: string
  chName: string | null
  /** `YYYY-MM-DD` */
  dob: string | null
  icNo: string | null
  tmNo: string | null
  email: string | null
  /** argon2id hash; null: this member cannot sign in. */
  password: string | null
  gender: 'Male' | 'Female' | null
  nationality: string | null
  phoneNo: string | null
  address: string | null
  school: string | null
  schoolClass: string | null
  medical: string | null
  note: string | null
  /** Key of the stored file. */
  picture: string | null
  memberType: string | null
  belt: string | null
  coachIncharge: string | null
  relationship: string | null
  isDisable: boolean
  /** Adults and parents always; a child once it is marked. */
  isIndependent: boolean
  isProtected: boolean
  /** Erased: personal data wiped, money rows kept. */
  isDeleted: boolean
  /** Of a child its parents' names, to be found by; the database keeps them. */
  parentNames: Generated<string>
  parentParts: GeneratedAlways<string[]>
  searchText: GeneratedAlways<string>
  searchParts: GeneratedAlways<string[]>
  createdAt: string
  updatedAt: string
}
export type MemberRecord = Selectable<MemberTable>

export interface ContactTable {
  id: string
  member: string
  name: string
  relationship: string | null
  phoneNo: string
  email: string | null
  isDisable: boolean
  createdAt: string
  updatedAt: string
}

export interface MemberTables {
  member: MemberTable
  memberParent: { child: string; parent: string }
  emergencyContact: ContactTable
}

/**
 * The columns of an enrolment that change when a member leaves or becomes independent. Attendance looks into this
 * room and not the other way round, so they are written here.
 */
export interface EnrolmentTables {
  enrolment: {
    id: string
    member: string
    course: string
    creditType: string
    walletMember: string
    isDisable: boolean
    isDone: boolean
    updatedAt: string
  }
}

export interface ImportTables {
  memberImport: {
    id: string
    at: string
    byUser: string | null
    byName: string
    file: string
    created: number
    updated: number
    undoneAt: string | null
    undoneByName: string | null
    removed: number | null
    restored: number | null
    remaining: number | null
  }
  memberImportRow: { import: string; row: number; member: string; isNew: boolean; before: string; after: string }
}

/** Other rooms' tables as the list and the form show them; only read here. */
export interface ShownTables extends MemberTables {
  wallet: { member: string; kind: MemberKind; balance: number; creditExpired: string | null }
  belt: { id: string; beltColor: string }
  memberType: { id: string; memberType: string }
  coach: { id: string; name: string }
  relationship: { id: string; relationship: string }
}
