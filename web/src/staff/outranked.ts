import type { UserGroup } from '@academy/contract/staff/user-groups.ts'
import type { User } from '@academy/contract/staff/users.ts'
import { t } from '../platform/client/i18n.ts'

/** Why the signed-in user cannot change somebody; false when they can. */
export const outrankedBy = ({ username, outranks }: Pick<User, 'username' | 'outranks'>): string | false =>
  outranks !== undefined &&
  t('You cannot change {name}, who holds a right you do not hold: {right}', { name: username, right: outranks })

/** The same for a group. */
export const outrankedByGroup = ({ role, outranks }: Pick<UserGroup, 'role' | 'outranks'>): string | false =>
  outranks !== undefined &&
  t('You cannot change {name}. The group or one of its users holds a right you do not hold: {right}', {
    name: role,
    right: outranks,
  })
