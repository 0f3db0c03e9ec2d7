import { allPermissions } from '@academy/contract/platform/permission.ts'
import { usualGroups } from '@academy/contract/staff/usual-groups.ts'
import type { Tx } from '../src/platform/data/index.ts'
import { systemCaller } from '../src/platform/http/index.ts'
import { hashPassword, randomPassword } from '../src/platform/runtime/index.ts'
import { createStaff } from '../src/staff/staff.ts'

/** The first administrator, who can do everything and cannot be removed. */
export async function createAdministrator(tx: Tx, username: string, password: string) {
  const stored = await hashPassword(password)
  const rights = { role: 'Administrator', permissions: allPermissions(), isProtected: true }
  return createStaff(tx, { username, password: stored, ...rights })
}

export type DemoPasswords = Record<'clerk' | 'coach' | 'owner', string>

/** The passwords of the demo academy's users: the chosen one, or to each a random one. */
export function demoPasswords(chosen: string | undefined): DemoPasswords {
  const password = () => chosen ?? randomPassword()
  return { clerk: password(), coach: password(), owner: password() }
}

/** A clerk, a coach and the owner of the demo academy. */
export async function seedStaff(tx: Tx, passwords: DemoPasswords) {
  const people = [
    ['clerk', 'Front Desk'],
    ['coach', 'Coach'],
    ['owner', 'Owner'],
  ] as const
  const callers = new Map<string, ReturnType<typeof systemCaller>>()
  for (const [username, role] of people) {
    const userId = await createStaff(tx, {
      username,
      password: await hashPassword(passwords[username]),
      role,
      permissions: usualGroups[role],
    })
    callers.set(username, { ...systemCaller(), username, userId })
  }
  return (username: 'clerk' | 'coach' | 'owner') => callers.get(username) ?? { ...systemCaller(), username }
}
export type Staff = Awaited<ReturnType<typeof seedStaff>>
