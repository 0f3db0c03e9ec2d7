import type { Permission } from '@academy/contract/platform/permission.ts'

/** Who is calling. The portal itself calls as `systemCaller`. */
export interface Caller {
  userId: string | null
  username: string
  /** The id of the session that calls; picture links end with it. */
  session?: string
  can(permission: Permission): boolean
  /** Centres this caller is restricted to; null sees all. */
  centres: readonly string[] | null
  /** Somebody else set the password: only a few calls are answered until it is changed. */
  mustChangePassword: boolean
}

export const systemCaller = (username = 'system'): Caller => ({
  userId: null,
  username,
  can: () => true,
  centres: null,
  mustChangePassword: false,
})
