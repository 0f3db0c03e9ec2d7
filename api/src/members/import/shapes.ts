import type { MemberKind } from '@academy/contract/members/fields.ts'
import type { ImportPlan } from '@academy/contract/members/import.ts'
import type { Permission } from '@academy/contract/platform/permission.ts'
import type { MemberValues } from '../columns.ts'
import type { Known } from './known.ts'

/** A member that the file makes. */
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
  known: Known
  values: MemberValues
  isDisable: boolean
  /** Where they change. */
  parents?: string[]
}

export interface Plan extends Omit<ImportPlan, 'create' | 'update'> {
  create: NewMember[]
  update: ChangedMember[]
  /** What the caller must hold beside the right to import. */
  needs: Permission[]
}
