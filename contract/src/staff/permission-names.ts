/** Names of modules and actions in permission maps: the table's own and the specification's aliases. */
import {
  actionLabels,
  actionWords,
  type Module,
  moduleWords,
  type PermissionMap,
  permissionTable,
} from '../platform/permission.ts'

/** What a client may send: the actions of each module; reports also as a nested map. */
export type SentPermissions = Record<string, string[] | Record<string, string[]>>

const table: Readonly<Record<string, readonly string[]>> = permissionTable
const modules = Object.keys(permissionTable)
const isModule = (name: string): name is Module => Object.hasOwn(table, name)
const actionsOf = (module: string): readonly string[] => (isModule(module) ? permissionTable[module] : [])

/** The specification's names. `attendance` is the module; only its action export means the report of that name. */
const aliases: Readonly<Record<string, Module>> = {
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
const actionOfWord = (word: string): string =>
  (Object.hasOwn(wordOf, word.toLowerCase()) ? wordOf[word.toLowerCase()] : undefined) ?? word

/** The map in the order of the table, without duplicates and empty modules. */
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

/** For clients: under the table's names and the specification's. */
export function withAliases(map: PermissionMap): PermissionMap {
  const others = Object.entries(aliases).flatMap(([name, module]) => (map[module] ? [[name, map[module]]] : []))
  const attendance = map['report.attendance']?.includes('export')
    ? { attendance: [...(map.attendance ?? []), 'export'] }
    : {}
  return { ...map, ...attendance, ...Object.fromEntries(others) }
}

interface ReadPermissions {
  map: PermissionMap
  /** Modules that do not exist. */
  unknown: string[]
  problems: { path: string; message: string }[]
}

const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((action) => other.includes(action))

/** Flattens reports sent as a nested map, `report: { TM: [...] }`. */
const flat = (sent: SentPermissions): [string, string[]][] =>
  Object.entries(sent).flatMap(([name, given]): [string, string[]][] =>
    Array.isArray(given)
      ? [[name, given]]
      : Object.entries(given).map(([report, actions]): [string, string[]] => [`report.${report}`, actions]),
  )

/**
 * Reads a sent map. A module sent under two names may have two values, when a client changed the map it read under one of
 * them: then the value that differs from `was` counts, and two different changes are a problem.
 */
export function readPermissions(sent: SentPermissions, was: PermissionMap = {}): ReadPermissions {
  const map: PermissionMap = {}
  const unknown: string[] = []
  const problems: ReadPermissions['problems'] = []

  function give(module: Module, name: string, actions: string[]) {
    const unknownAction = actions.find((action) => !actionsOf(module).includes(action))
    if (unknownAction !== undefined) {
      const known = actionsOf(module).map(actionWords).join(', ')
      const message = `${moduleWords(module)} knows no action ${unknownAction.slice(0, 50)}. Known actions: ${known}`
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
    const words = given.map(actionOfWord)
    const actions = [...new Set(words)]
    const module = isModule(name) ? name : Object.hasOwn(aliases, name) ? aliases[name] : undefined
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
