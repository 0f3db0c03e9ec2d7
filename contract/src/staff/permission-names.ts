/** The names a permission map may go by: the table's own, and those of the specification. */
import type { Module, PermissionMap } from '../platform/permission.ts'
import { actionLabels, actionWords, moduleWords, permissionTable } from '../platform/permission.ts'

/** What a client may send: actions of each module; reports also as a map of their own. */
export type SentPermissions = Record<string, string[] | Record<string, string[]>>

const table: Readonly<Record<string, readonly string[]>> = permissionTable
const modules = Object.keys(permissionTable)
const isModule = (name: string): name is Module => Object.hasOwn(table, name)
const actionsOf = (module: string): readonly string[] => (isModule(module) ? permissionTable[module] : [])

/** The specification's names. `attendance` is the module; the report of that name is told by its export alone. */
const otherNames: Readonly<Record<string, Module>> = {
  classType: 'courseType',
  ...Object.fromEntries(
    modules
      .filter((name) => name.startsWith('report.') && name !== 'report.attendance')
      .map((name) => [name.slice('report.'.length), name as Module]),
  ),
}

const wordOf: Readonly<Record<string, string>> = {
  add: 'create',
  ...Object.fromEntries(Object.keys(actionLabels).map((word) => [word.toLowerCase(), word])),
}
/** `View`, `Add` and `ClearExpired` as `view`, `create` and `clearExpired`. */
const actionNamed = (word: string): string =>
  (Object.hasOwn(wordOf, word.toLowerCase()) ? wordOf[word.toLowerCase()] : undefined) ?? word

/** The map in the table's order, each action once, modules without any left out. */
export function inOrder(map: PermissionMap): PermissionMap {
  return Object.fromEntries(
    modules
      .map((module): [string, string[]] => [
        module,
        actionsOf(module).filter((action) => Object.hasOwn(map, module) && map[module]?.includes(action)),
      ])
      .filter(([, actions]) => actions.length > 0),
  )
}

/** As a client may read it: under its own names and under the specification's. */
export function underAllNames(map: PermissionMap): PermissionMap {
  const others = Object.entries(otherNames).flatMap(([name, module]) => (map[module] ? [[name, map[module]]] : []))
  const attendance = map['report.attendance']?.includes('export')
    ? { attendance: [...(map.attendance ?? []), 'export'] }
    : {}
  return { ...map, ...attendance, ...Object.fromEntries(others) }
}

interface ReadPermissions {
  map: PermissionMap
  /** Modules there are no more. */
  unknown: string[]
  problems: { path: string; message: string }[]
}

const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((action) => other.includes(action))

/** Reports that were sent as a map of their own, `report: { TM: [...] }`, beside the rest. */
const flat = (sent: SentPermissions): [string, string[]][] =>
  Object.entries(sent).flatMap(([name, given]): [string, string[]][] =>
    Array.isArray(given)
      ? [[name, given]]
      : Object.entries(given).map(([report, actions]): [string, string[]] => [`report.${report}`, actions]),
  )

/**
 * What a sent map means. A module that goes by two names may say two things when a map that was read was changed under
 * one of them: then what differs from `was` counts, and two changes that contradict each other are a problem.
 */
export function readPermissions(sent: SentPermissions, was: PermissionMap = {}): ReadPermissions {
  const map: PermissionMap = {}
  const unknown: string[] = []
  const problems: ReadPermissions['problems'] = []

  function give(module: Module, name: string, actions: string[]) {
    const strange = actions.find((action) => !actionsOf(module).includes(action))
    if (strange !== undefined) {
      const known = actionsOf(module).map(actionWords).join(', ')
      const message = `${moduleWords(module)} knows no action ${strange.slice(0, 50)}. Known actions: ${known}`
      problems.push({ path: name, message })
      return
    }
    const before = was[module] ?? []
    const other = map[module]
    if (other && !same(other, actions) && !same(other, before) && !same(actions, before))
      problems.push({ path: name, message: `${moduleWords(module)} is given under two names with different actions` })
    else if (!other || same(other, before)) map[module] = actions
  }

  for (const [name, given] of flat(sent)) {
    const words = given.map(actionNamed)
    const actions = [...new Set(words)]
    const module = isModule(name) ? name : Object.hasOwn(otherNames, name) ? otherNames[name] : undefined
    if (!module) unknown.push(name.slice(0, 50))
    else if (module !== 'attendance') give(module, name, actions)
    else {
      give(
        module,
        name,
        actions.filter((action) => action !== 'export'),
      )
      if (actions.includes('export') && !Object.hasOwn(sent, 'report.attendance'))
        give('report.attendance', name, ['view', 'export'])
    }
  }
  return { map: inOrder(map), unknown, problems }
}
