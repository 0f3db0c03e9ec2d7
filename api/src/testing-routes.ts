import type { Permission, PermissionMap } from '@academy/contract/kit/permission.ts'
import type { Route } from '@academy/contract/kit/route.ts'
import { rooms } from './rooms.ts'

/** Every route of the house, as the server binds them. */
export const routes: readonly Route[] = rooms.flatMap((room) => Object.values(room.routes))

export const nameOf = (route: Route) => `${route.method} ${route.path}`

/** For `test.each`. */
export const named = (list: readonly Route[]) => list.map((route): [string, Route] => [nameOf(route), route])

/** Any one of these opens the route; none for the public ones and those for everybody signed in. */
export const permissionsOf = ({ may }: Route): readonly Permission[] => {
  if (may === 'public' || may === 'session') return []
  return typeof may === 'string' ? [may] : may
}

/** What a group with just these permissions stores. */
export const mapOf = (permissions: readonly Permission[]): PermissionMap => {
  const map: PermissionMap = {}
  for (const permission of permissions) {
    const dot = permission.lastIndexOf('.')
    const module = permission.slice(0, dot)
    map[module] = [...(map[module] ?? []), permission.slice(dot + 1)]
  }
  return map
}
