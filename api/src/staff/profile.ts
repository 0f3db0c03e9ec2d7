import type { BodyOf } from '@academy/contract/platform/endpoint.ts'
import type { auth, SessionUser } from '@academy/contract/staff/auth.ts'
import { withAliases } from '@academy/contract/staff/permission-names.ts'
import type { Kysely } from 'kysely'
import { academyNow, fixedRead, type Given, type Schema, type Tx } from '../platform/data/index.ts'
import { found, invalid, type Transact } from '../platform/http/index.ts'
import { post } from './sign-in/outbox.ts'
import { confirmOwnPassword } from './sign-in/own-password.ts'
import { usersOf } from './user-rows.ts'

const userById = fixedRead((db, given: Given<{ id: string | null }>) => usersOf(db).where('user.id', '=', given('id')))

/** The signed-in user for the screens, with the current permissions. */
export async function sessionUserOf(tx: Tx, userId: string | null): Promise<SessionUser> {
  const row = found((await userById(tx, { id: userId }))[0], 'User')
  return {
    _id: row.id,
    username: row.username,
    email: row.email,
    userGroup: {
      _id: row.groupId,
      role: row.role,
      permissions: row.groupIsDisable ? {} : withAliases(row.permissions),
    },
    isCenter: row.isCenter,
    centreIncharge: row.centres,
    coachRelated: row.coach,
    accessRight: row.accessRight,
    mustChangePassword: row.mustChangePassword,
    mustAddSecondFactor: row.secondFactorRequired && !row.hasSecondFactor,
  }
}

/**
 * Changes the caller's own e-mail address. It receives the codes for a new password, so the present password is asked for
 * (400 at `current`), and the old address is told.
 */
export async function changeProfile(
  transact: Transact,
  { email, current, username, password }: BodyOf<typeof auth.updateProfile>,
  address: string,
): Promise<void> {
  const before = await transact((tx) => sessionUserOf(tx, tx.by.userId))
  if (username && username !== before.username)
    throw invalid([{ path: 'username', message: 'The username is changed by who may edit users' }])
  if (password) throw invalid([{ path: 'password', message: 'The password is changed by Change Password' }])
  if (email === undefined || email === before.email) return
  if (!current) throw invalid([{ path: 'current', message: 'Current password is required' }])
  if (!(await confirmOwnPassword(transact, current, address)))
    throw invalid([{ path: 'current', message: 'Current password is wrong' }])
  await transact((tx) => updateEmail(tx, email))
}

async function updateEmail(tx: Tx, email: string | null): Promise<void> {
  const from = await sessionUserOf(tx, tx.by.userId)
  await tx.change(
    {
      section: 'Profile',
      docType: 'user',
      docId: from._id,
      action: 'Updated',
      description: `${from.username} updated the own profile`,
      from: { email: from.email },
      to: { email },
    },
    async (on) => {
      await on().updateTable('staffUser').set({ email, updatedAt: tx.now }).where('id', '=', from._id).execute()
      // A code sent to the old address must not stay valid.
      await on().deleteFrom('passwordReset').where('userId', '=', from._id).execute()
      await tellOldAddress(tx, on(), from)
    },
  )
}

/** Tells a user at the address that they had until now, without naming the new one. */
export async function tellOldAddress(
  tx: Tx,
  on: Kysely<Schema>,
  user: Pick<SessionUser, '_id' | 'username' | 'email'>,
) {
  if (!user.email) return
  const { name } = await academyNow(tx)
  const text = [
    `Hello ${user.username},`,
    '',
    'the e-mail address of your account was changed. Codes for a new password go to the new address from now on.',
    '',
    'If it was not you, tell whoever manages the users of the portal at once.',
    '',
    name,
  ].join('\n')
  const mail = { to: user.email, subject: `${name}: your e-mail address was changed`, text }
  await post(tx, on, { mail, userId: user._id })
}
