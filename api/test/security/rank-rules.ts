/** The rule of rank a second time, as plain functions over what is stored: the property test compares the portal with it. */
export interface User {
  id: string
  version: string
  group: string
  /** Null is every centre. */
  centres: string[] | null
  isDisable: boolean
  sessions: number
}
export interface Group {
  id: string
  version: string
  permissions: string[]
  isDisable: boolean
}
export interface Staff {
  users: User[]
  groups: Group[]
}

/** What a caller tries; ids are those of the state it is tried in. */
export type Attempt =
  | { kind: 'create user'; group: string; centres: string[] | null }
  | { kind: 'change user'; user: string; set: Partial<Pick<User, 'group' | 'centres' | 'isDisable'>>; signsOut?: true }
  | { kind: 'delete user'; user: string }
  | { kind: 'create group'; permissions: string[] }
  | { kind: 'change group'; group: string; set: Partial<Pick<Group, 'permissions' | 'isDisable'>> }
  | { kind: 'delete group'; group: string }

/** The permission that each kind of attempt needs. */
export const needs: Record<Attempt['kind'], string> = {
  'create user': 'user.create',
  'change user': 'user.edit',
  'delete user': 'user.delete',
  'create group': 'userGroup.create',
  'change group': 'userGroup.edit',
  'delete group': 'userGroup.delete',
}

const groupOf = (staff: Staff, user: User) => staff.groups.find(({ id }) => id === user.group)
const heldBy = (staff: Staff, user: User) => groupOf(staff, user)?.permissions ?? []
const isActive = (staff: Staff, user: User) => !user.isDisable && groupOf(staff, user)?.isDisable === false

/** Every permission that somebody can use now. */
const inUse = (staff: Staff) =>
  new Set(staff.users.filter((user) => isActive(staff, user)).flatMap((user) => heldBy(staff, user)))

/** What a user could do, were user and group enabled: each permission in each centre. */
const rightsOf = (staff: Staff, user: User): string[] =>
  (user.centres ?? ['every centre', 'the first', 'the second']).flatMap((centre) =>
    ['signs in', ...heldBy(staff, user)].map((permission) => `${permission} in ${centre}`),
  )
const without = (some: readonly string[], held: readonly string[]) => some.filter((each) => !held.includes(each))

const changed = <Row extends { id: string; version: string }>(before: Row[], after: Row[]) =>
  [...new Set([...before, ...after].map(({ id }) => id))].filter(
    (id) => before.find((row) => row.id === id)?.version !== after.find((row) => row.id === id)?.version,
  )

/** What is wrong with a caller having brought about this change; empty when nothing is. */
export function wrongs(before: Staff, after: Staff, callerId: string): string[] {
  const caller = before.users.find(({ id }) => id === callerId)
  if (!caller) return ['There is no caller']
  const own = rightsOf(before, caller)
  const permissions = heldBy(before, caller)
  const groups = changed(before.groups, after.groups)
  const people = changed(before.users, after.users)
  const found: string[] = []
  for (const [when, staff] of [
    ['before', before],
    ['after', after],
  ] as const) {
    for (const group of staff.groups.filter(({ id }) => groups.includes(id)))
      for (const permission of without(group.permissions, permissions))
        found.push(`${when}, a changed group held ${permission}`)
    for (const user of staff.users.filter(({ id, group }) => people.includes(id) || groups.includes(group))) {
      for (const permission of without(heldBy(staff, user), permissions))
        found.push(`${when}, a changed user held ${permission}`)
      if (user.centres === null ? caller.centres !== null : caller.centres && without(user.centres, caller.centres)[0])
        found.push(`${when}, a changed user had more centres`)
    }
  }
  const left = after.users.find(({ id }) => id === callerId)
  if (!left || !isActive(after, left)) found.push('The caller is out')
  else if (without(own, rightsOf(after, left)).length > 0) found.push('The caller lost a right')
  for (const permission of without([...inUse(before)], [...inUse(after)])) found.push(`Nobody holds ${permission}`)
  return found
}

/** The state after an attempt that is accepted; undefined where its words alone forbid it. */
export function outcome(staff: Staff, attempt: Attempt): Staff | undefined {
  const { users, groups } = staff
  const isClosed = (id: string) => groups.find((group) => group.id === id)?.isDisable !== false
  const version = 'changed'
  switch (attempt.kind) {
    case 'create user': {
      const { group, centres } = attempt
      if (isClosed(group)) return undefined
      return { groups, users: [...users, { id: 'new', version, group, centres, isDisable: false, sessions: 0 }] }
    }
    case 'change user': {
      const was = users.find(({ id }) => id === attempt.user)
      const { group } = attempt.set
      if (group !== undefined && group !== was?.group && isClosed(group)) return undefined
      return {
        groups,
        users: users.map((user) => (user.id === attempt.user ? { ...user, ...attempt.set, version } : user)),
      }
    }
    case 'delete user':
      return { groups, users: users.filter(({ id }) => id !== attempt.user) }
    case 'create group':
      return {
        users,
        groups: [...groups, { id: 'new', version, permissions: attempt.permissions, isDisable: false }],
      }
    case 'change group':
      return {
        users,
        groups: groups.map((group) => (group.id === attempt.group ? { ...group, ...attempt.set, version } : group)),
      }
    case 'delete group':
      if (users.some(({ group }) => group === attempt.group)) return undefined
      return { users, groups: groups.filter(({ id }) => id !== attempt.group) }
  }
}

/** Whether a caller may call at all: signed in, and with the permission of the call. */
export function mayTry(staff: Staff, callerId: string, kind: Attempt['kind']): boolean {
  const caller = staff.users.find(({ id }) => id === callerId)
  return caller !== undefined && isActive(staff, caller) && heldBy(staff, caller).includes(needs[kind])
}

/** The users who must be signed out by a change: whose rights are not what they were, but for the caller. */
export const mustBeOut = (before: Staff, after: Staff, callerId: string): User[] =>
  after.users.filter((user) => {
    const was = before.users.find(({ id }) => id === user.id)
    if (!was || user.id === callerId) return false
    const [then, now] = [rightsOf(before, was), rightsOf(after, user)]
    const isEqual = without(then, now).length + without(now, then).length === 0
    return was.group !== user.group || !isEqual || isActive(before, was) !== isActive(after, user)
  })
