/** The permissions of a user group: module to allowed actions. A missing entry allows nothing. */
export type PermissionMap = Record<string, string[]>

/** Whether a group's map allows a permission, as `belt.edit`. */
export function allows(map: PermissionMap, permission: string): boolean {
  const dot = permission.lastIndexOf('.')
  return map[permission.slice(0, dot)]?.includes(permission.slice(dot + 1)) ?? false
}
