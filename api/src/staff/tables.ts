import type { PermissionMap } from '@academy/contract/platform/permission.ts'
import type { ColumnType, JSONColumnType } from 'kysely'

type Dated = {
  createdAt: string
  updatedAt: string
}

export type StaffTables = {
  userGroup: Dated & {
    id: string
    role: string
    permissions: JSONColumnType<PermissionMap>
    isDisable: boolean
    isProtected: boolean
  }
  staffUser: Dated & {
    id: string
    username: string
    /** The argon2 form. */
    password: string
    email: string | null
    userGroup: string
    isCenter: boolean
    centreIncharge: string[]
    coachRelated: string | null
    accessRight: string[]
    isDisable: boolean
    isProtected: boolean
  }
  staffSession: {
    id: string
    userId: string
    tokenHash: Buffer
    tokenBegan: string
    tokenExpires: string
    refreshHash: Buffer
    refreshExpires: string
    refreshFamily: Buffer
    userAgent: string | null
    address: string | null
    createdAt: ColumnType<string, string, never>
    lastUsed: string
  }
  passwordReset: {
    id: string
    userId: string
    codeHash: Buffer
    expires: string
    createdAt: string
  }
  outboxMail: {
    id: string
    at: string
    toAddress: string
    subject: string
    body: string
    userId: string | null
  }
  signInFailure: {
    username: string
    address: string
    failures: number
    lastAt: string
  }
}
