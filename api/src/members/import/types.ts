import type { MemberKind } from '@academy/contract/members/fields.ts'
import type { ImportPlan } from '@academy/contract/members/import.ts'
import type { MemberValues } from '../columns.ts'
import type { ExistingMember } from './member-index.ts'

/** A member that the file creates. */
export interface NewMember {
  row: number
  id: string
  kind: MemberKind
  values: MemberValues
  password: string | null
  isDisable: boolean
  isIndependent: boolean
  parents: string[]
  credit: number
  creditExpired: string | null
}

/** A member that the file changes. */
export interface ChangedMember {
  row: number
  existing: ExistingMember
  values: MemberValues
  isDisable: boolean
  /** Set when the parents change. */
  parents?: string[]
}

export interface Plan extends Omit<ImportPlan, 'create' | 'update' | 'opening' | 'names'> {
  create: NewMember[]
  update: ChangedMember[]
  /** The stored members that children get as parents, with the versions that were read of them. */
  parents: Map<string, string>
}
