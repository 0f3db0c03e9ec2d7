import type { PermissionMap } from './allows.ts'
import { labelOf } from './labels.ts'
import { keysOf, recordOf } from './records.ts'

export { allows, type PermissionMap } from './allows.ts'

const crud = ['view', 'create', 'edit', 'delete'] as const
const report = ['view', 'export'] as const

/** The sections of the user group form. */
export const sectionTitles = ['Audit Trail', 'Maintenance', 'User Account', 'Mobile Application', 'Report'] as const

/** A module of the permission table: its label, its section in the user group form, and its actions. */
interface ModuleFacts {
  label: string
  section: (typeof sectionTitles)[number]
  actions: readonly string[]
}

/** Every module, in the order of the user group form; reports are modules of their own. */
const modules = {
  audit_trail: { label: 'Audit Trail', section: 'Audit Trail', actions: ['view'] },
  dashboard: { label: 'Dashboard', section: 'Maintenance', actions: ['view'] },
  membership: {
    label: 'Membership Profile',
    section: 'Maintenance',
    // The specification has the others; `sensitive` is the portal's own (decision 50).
    actions: ['view', 'create', 'edit', 'delete', 'trial', 'wallet', 'clearExpired', 'done', 'expiration', 'sensitive'],
  },
  memberType: { label: 'Member Type', section: 'Maintenance', actions: crud },
  course: { label: 'Course', section: 'Maintenance', actions: crud },
  scheduling: { label: 'Scheduling', section: 'Maintenance', actions: ['view', 'edit'] },
  classes: { label: 'Classes', section: 'Maintenance', actions: crud },
  attendance: { label: 'Mark Attendance', section: 'Maintenance', actions: ['view', 'mark', 'edit'] },
  outStandingCredit: { label: 'Outstanding Credit', section: 'Maintenance', actions: ['view'] },
  verifyPayment: { label: 'Verify Payment', section: 'Maintenance', actions: ['view', 'verify'] },
  credit_adjust: {
    label: 'Credit Adjustment',
    section: 'Maintenance',
    actions: ['view', 'create', 'edit', 'delete', 'approve', 'print'],
  },
  credits: { label: 'Credit Package', section: 'Maintenance', actions: crud },
  coach: { label: 'Coach', section: 'Maintenance', actions: crud },
  relationship: { label: 'Relationship', section: 'Maintenance', actions: crud },
  belt: { label: 'Belt Color', section: 'Maintenance', actions: crud },
  courseType: { label: 'Course Type', section: 'Maintenance', actions: crud },
  centre: { label: 'Centre', section: 'Maintenance', actions: crud },
  designation: { label: 'Designation', section: 'Maintenance', actions: crud },
  sport: { label: 'Sport', section: 'Maintenance', actions: crud },
  holidays: { label: 'Holiday', section: 'Maintenance', actions: crud },
  school: { label: 'School', section: 'Maintenance', actions: crud },
  docFormat: { label: 'Doc Format', section: 'Maintenance', actions: ['view', 'create', 'edit'] },
  user: { label: 'User Login', section: 'User Account', actions: crud },
  userGroup: { label: 'User Group', section: 'User Account', actions: crud },
  announcement: { label: 'Announcement', section: 'Mobile Application', actions: crud },
  notification: { label: 'Notification', section: 'Mobile Application', actions: ['package'] },
  'report.collection': { label: 'Collection Report', section: 'Report', actions: report },
  'report.attendance': { label: 'Attendance Report', section: 'Report', actions: report },
  'report.statement': { label: 'Statement Report', section: 'Report', actions: report },
  'report.TM': { label: 'TM Report', section: 'Report', actions: report },
  'report.Expiry': { label: 'Expiry Report', section: 'Report', actions: report },
  'report.CreditStatement': { label: 'Credit Statement Report', section: 'Report', actions: report },
  'report.OverallFlow': { label: 'Overall Flow Report', section: 'Report', actions: report },
  'report.CoachStudentCredit': { label: 'Coach Student Credit Report', section: 'Report', actions: report },
  'report.ClassMonthlySettlement': { label: 'Class Monthly Settlement Report', section: 'Report', actions: report },
} as const satisfies Record<string, ModuleFacts>

export type Module = keyof typeof modules
export const moduleNames: readonly Module[] = keysOf(modules)

/** Every module and its actions. */
export const permissionTable = recordOf(moduleNames, (module) => modules[module].actions) as {
  readonly [M in Module]: (typeof modules)[M]['actions']
}
export type Action = (typeof permissionTable)[Module][number]
/** `module.action`, for example `attendance.mark` or `report.TM.export`. */
export type Permission = { [M in Module]: `${M}.${(typeof permissionTable)[M][number]}` }[Module]
/** Every permission, in the order of the table. */
export const everyPermission: readonly Permission[] = moduleNames.flatMap((module) =>
  modules[module].actions.map((action) => `${module}.${action}` as Permission),
)

/** The screens' label of an action. */
export const actionLabels: Record<Action, string> = {
  view: 'View',
  create: 'Add',
  edit: 'Edit',
  delete: 'Delete',
  export: 'Export',
  mark: 'Mark',
  verify: 'Verify',
  wallet: 'Wallet',
  expiration: 'Expiration',
  clearExpired: 'ClearExpired',
  trial: 'Trial',
  done: 'Done',
  approve: 'Approve',
  print: 'Print',
  package: 'Package',
  sensitive: 'Medical & I/C',
}

/** The screens' label of a module. */
export const moduleLabels: Readonly<Record<Module, string>> = recordOf(moduleNames, (module) => modules[module].label)

export const sectionOf = (module: Module): (typeof sectionTitles)[number] => modules[module].section

const wordsIn = (known: Readonly<Record<string, string>>, name: string) =>
  (Object.hasOwn(known, name) ? known[name] : undefined) ?? labelOf(name)
export const moduleWords = (module: string): string => wordsIn(moduleLabels, module)
export const actionWords = (action: string): string => wordsIn(actionLabels, action)

/** `belt.edit` as 'Belt Color: Edit'. */
export function permissionWords(permission: string): string {
  const dot = permission.lastIndexOf('.')
  return `${moduleWords(permission.slice(0, dot))}: ${actionWords(permission.slice(dot + 1))}`
}

/** The permission map of a set of permissions. */
export function permissionsOf(can: (permission: Permission) => boolean): PermissionMap {
  return Object.fromEntries(
    Object.entries(permissionTable).map(([module, actions]) => [
      module,
      actions.filter((action) => can(`${module}.${action}` as Permission)),
    ]),
  )
}

/** A map that allows everything: the first administrator's. */
export function allPermissions(): PermissionMap {
  return Object.fromEntries(Object.entries(permissionTable).map(([module, actions]) => [module, [...actions]]))
}
