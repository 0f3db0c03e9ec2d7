import type { Permission } from './permission.ts'

/** The permissions of a user group: module to allowed actions. A missing entry allows nothing. */
export type PermissionMap = Record<string, string[]>

/** Whether a group's map allows a permission. */
export function allows(map: PermissionMap, permission: Permission): boolean {
  const dot = permission.lastIndexOf('.')
  return map[permission.slice(0, dot)]?.includes(permission.slice(dot + 1)) ?? false
}
