import {
  actionWords,
  type Module,
  moduleWords,
  type PermissionMap,
  permissionTable,
} from '@academy/contract/platform/permission.ts'
import { z } from 'zod'

export type Holds = (module: string, action: string) => boolean

export const holdsIn =
  (own: PermissionMap = {}): Holds =>
  (module, action) =>
    own[module]?.includes(action) ?? false

/** The map with one action of a module added or removed. */
export function withAction(map: PermissionMap, module: string, action: string, given: boolean): PermissionMap {
  const others = (map[module] ?? []).filter((one) => one !== action)
  return { ...map, [module]: given ? [...others, action] : others }
}

/** The map with all actions of some modules added, as far as `holds` allows, or all removed. */
export function withAll(map: PermissionMap, modules: readonly Module[], given: boolean, holds: Holds): PermissionMap {
  const next = { ...map }
  for (const module of modules) {
    const had = map[module] ?? []
    next[module] = given
      ? permissionTable[module].filter((action) => had.includes(action) || holds(module, action))
      : []
  }
  return next
}

/** What `holds` allows of a map. */
export function heldOf(map: PermissionMap, holds: Holds): PermissionMap {
  const held = Object.entries(map).map(([module, actions]) => [
    module,
    actions.filter((action) => holds(module, action)),
  ])
  return Object.fromEntries(held)
}

/** Whether all, some or none of the actions that can be given in these modules are. */
export function stateOf(map: PermissionMap, modules: readonly Module[], holds: Holds): 'all' | 'some' | 'none' {
  const actions = modules.flatMap((module) => permissionTable[module].map((action) => ({ module, action })))
  const isGiven = ({ module, action }: { module: string; action: string }) => map[module]?.includes(action) ?? false
  const given = actions.filter(isGiven)
  if (given.length === 0) return 'none'
  return actions.every((one) => isGiven(one) || !holds(one.module, one.action)) ? 'all' : 'some'
}

const given = z.record(z.string(), z.array(z.string()).optional()).catch({})

/** The permissions in which several maps differ: 'Belt Color: View, Add; Coach: none'. */
export function differingRights(value: unknown, all: readonly unknown[]): string {
  const maps = all.map((one) => given.parse(one))
  const own = given.parse(value)
  const textOf = (map: z.output<typeof given>, module: Module) =>
    permissionTable[module]
      .filter((action) => map[module]?.includes(action))
      .map(actionWords)
      .join(', ')
  return Object.keys(permissionTable)
    .map((module) => module as Module)
    .filter((module) => new Set(maps.map((map) => textOf(map, module))).size > 1)
    .map((module) => `${moduleWords(module)}: ${textOf(own, module) || 'none'}`)
    .join('; ')
}
