import { labelOf } from './labels.ts'

/** Every module and the actions it knows, as the specification's table has them; reports are modules of their own. */
const crud = ['view', 'create', 'edit', 'delete'] as const
const report = ['view', 'export'] as const

export const permissionTable = {
  audit_trail: ['view'],
  dashboard: ['view'],
  outStandingCredit: ['view'],
  verifyPayment: ['view', 'verify'],
  credit_adjust: ['view', 'create', 'edit', 'delete', 'approve', 'print'],
  membership: ['view', 'create', 'edit', 'delete', 'trial', 'wallet', 'clearExpired', 'done', 'expiration'],
  memberType: crud,
  classes: crud,
  coach: crud,
  course: crud,
  relationship: crud,
  belt: crud,
  courseType: crud,
  centre: crud,
  designation: crud,
  sport: crud,
  announcement: crud,
  credits: crud,
  holidays: crud,
  school: crud,
  user: crud,
  userGroup: crud,
  scheduling: ['view', 'edit'],
  docFormat: ['view', 'create', 'edit'],
  attendance: ['view', 'mark', 'edit'],
  notification: ['package'],
  'report.collection': report,
  'report.attendance': report,
  'report.statement': report,
  'report.TM': report,
  'report.Expiry': report,
  'report.CreditStatement': report,
  'report.OverallFlow': report,
  'report.CoachStudentCredit': report,
  'report.ClassMonthlySettlement': report,
} as const

export type Module = keyof typeof permissionTable
export type Action = (typeof permissionTable)[Module][number]
/** `module.action`, for example `attendance.mark` or `report.TM.export`. */
export type Permission = { [M in Module]: `${M}.${(typeof permissionTable)[M][number]}` }[Module]
/** What a user group stores: module to the allowed action words. A missing entry is a no. */
export type PermissionMap = Record<string, string[]>

/** The words the screens show for an action. */
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
}

/** The words the screens show for a module. */
export const moduleLabels: Record<Module, string> = {
  audit_trail: 'Audit Trail',
  dashboard: 'Dashboard',
  membership: 'Membership Profile',
  memberType: 'Member Type',
  course: 'Course',
  scheduling: 'Scheduling',
  classes: 'Classes',
  attendance: 'Mark Attendance',
  outStandingCredit: 'Outstanding Credit',
  verifyPayment: 'Verify Payment',
  credit_adjust: 'Credit Adjustment',
  credits: 'Credit Package',
  coach: 'Coach',
  relationship: 'Relationship',
  belt: 'Belt Color',
  courseType: 'Course Type',
  centre: 'Centre',
  designation: 'Designation',
  sport: 'Sport',
  holidays: 'Holiday',
  school: 'School',
  docFormat: 'Doc Format',
  user: 'User Login',
  userGroup: 'User Group',
  announcement: 'Announcement',
  notification: 'Notification',
  'report.collection': 'Collection Report',
  'report.attendance': 'Attendance Report',
  'report.statement': 'Statement Report',
  'report.TM': 'TM Report',
  'report.Expiry': 'Expiry Report',
  'report.CreditStatement': 'Credit Statement Report',
  'report.OverallFlow': 'Overall Flow Report',
  'report.CoachStudentCredit': 'Coach Student Credit Report',
  'report.ClassMonthlySettlement': 'Class Monthly Settlement Report',
}

const wordsIn = (known: Readonly<Record<string, string>>, name: string) =>
  (Object.hasOwn(known, name) ? known[name] : undefined) ?? labelOf(name)
export const moduleWords = (module: string): string => wordsIn(moduleLabels, module)
export const actionWords = (action: string): string => wordsIn(actionLabels, action)

/** `belt.edit` as 'Belt Color: Edit'. */
export function permissionWords(permission: string): string {
  const dot = permission.lastIndexOf('.')
  return `${moduleWords(permission.slice(0, dot))}: ${actionWords(permission.slice(dot + 1))}`
}

/** Whether a group's map allows a permission. */
export function allows(map: PermissionMap, permission: Permission): boolean {
  const dot = permission.lastIndexOf('.')
  return map[permission.slice(0, dot)]?.includes(permission.slice(dot + 1)) ?? false
}

/** The map of what somebody can do. */
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
