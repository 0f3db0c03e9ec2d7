import type { Endpoint } from '@academy/contract/platform/endpoint.ts'
import type { Permission, PermissionMap } from '@academy/contract/platform/permission.ts'
import { modules } from '../../../src/modules.ts'

/** Every endpoint that the server binds. */
export const routes: readonly Endpoint[] = modules.flatMap((module) => Object.values(module.routes))

export const nameOf = (route: Endpoint) => `${route.method} ${route.path}`

/** For `test.each`. */
export const named = (list: readonly Endpoint[]) => list.map((route): [string, Endpoint] => [nameOf(route), route])

/** Any one of these opens the route; none for public ones and those for everybody signed in. */
export const permissionsOf = ({ may }: Endpoint): readonly Permission[] => {
  if (may === 'public' || may === 'session') return []
  return typeof may === 'string' ? [may] : may
}

/** The permission map of a group with just these permissions. */
export const mapOf = (permissions: readonly Permission[]): PermissionMap => {
  const map: PermissionMap = {}
  for (const permission of permissions) {
    const dot = permission.lastIndexOf('.')
    const module = permission.slice(0, dot)
    map[module] = [...(map[module] ?? []), permission.slice(dot + 1)]
  }
  return map
}
