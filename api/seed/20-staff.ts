import type { PermissionMap } from '@academy/contract/platform/permission.ts'
import { allPermissions } from '@academy/contract/platform/permission.ts'
import type { Tx } from '../src/platform/data/index.ts'
import { systemCaller } from '../src/platform/http/index.ts'
import { hashPassword } from '../src/platform/runtime/index.ts'
import { createStaff } from '../src/staff/staff.ts'

const frontDesk: PermissionMap = {
  dashboard: ['view'],
  verifyPayment: ['view', 'verify'],
  outStandingCredit: ['view'],
  credit_adjust: ['view', 'create', 'edit', 'delete', 'print'],
  membership: ['view', 'create', 'edit', 'trial', 'done', 'expiration'],
  attendance: ['view', 'mark', 'edit'],
  scheduling: ['view'],
  course: ['view'],
  coach: ['view'],
  credits: ['view'],
}

const coaching: PermissionMap = {
  attendance: ['view', 'mark', 'edit'],
  scheduling: ['view'],
  course: ['view'],
  outStandingCredit: ['view'],
}

/** The first administrator, who can do everything and cannot be removed. */
export async function createAdministrator(tx: Tx, username: string, password: string) {
  const stored = await hashPassword(password)
  const rights = { role: 'Administrator', permissions: allPermissions(), isProtected: true }
  return createStaff(tx, { username, password: stored, ...rights })
}

/** A clerk, a coach and the owner of the demo academy, all with the given password. */
export async function seedStaff(tx: Tx, password: string) {
  const people = [
    ['clerk', 'Front Desk', frontDesk],
    ['coach', 'Coach', coaching],
    ['owner', 'Owner', allPermissions()],
  ] as const
  const callers = new Map<string, ReturnType<typeof systemCaller>>()
  const stored = await hashPassword(password)
  for (const [username, role, permissions] of people) {
    const userId = await createStaff(tx, { username, password: stored, role, permissions })
    callers.set(username, { ...systemCaller(username), userId })
  }
  return (username: 'clerk' | 'coach' | 'owner') => callers.get(username) ?? systemCaller(username)
}
export type Staff = Awaited<ReturnType<typeof seedStaff>>
