import type { Tx } from '../platform/data/index.ts'
import { invalid, type Transact, unauthorized } from '../platform/http/index.ts'
import { hashPassword, needsRehash, verifyNothing, verifyPassword } from '../platform/runtime/index.ts'
import { sessionUserOf } from './profile.ts'
import { clearFailures, countFailure, refuseTooMany } from './sign-in/attempts.ts'
import { candidate } from './sign-in/own-password.ts'
import { hashOf } from './sign-in/tokens.ts'
import { refuseWeak } from './sign-in/weak-password.ts'
import { createSession } from './staff.ts'

const invalidCredentials = 'Invalid username or password'

/** The user, locked, if the password checked outside of the transaction is still the stored one. */
const lockIfUnchanged = (tx: Tx, user: { id: string; password: string }) =>
  tx
    .read()
    .selectFrom('staffUser')
    .select('id')
    .where('id', '=', user.id)
    .where('password', '=', user.password)
    .where('isDisable', '=', false)
    .forUpdate()
    .executeTakeFirst()

/** Signs in by password. An unknown name takes the same time and gets the same answer as a wrong password. */
export async function signIn(
  transact: Transact,
  { username, password }: { username: string; password: string },
  device: { address: string; userAgent: string },
) {
  const attempt = { username, address: device.address }
  const user = await transact((tx) => candidate(tx, username, device.address))
  const isRight = user ? await verifyPassword(password, user.password) : await verifyNothing(password)
  const rehashed = user && isRight && needsRehash(user.password) ? await hashPassword(password) : undefined
  const answer = await transact(async (tx) => {
    if (!user || !isRight || !(await lockIfUnchanged(tx, user))) {
      await countFailure(tx, attempt, `Failed sign-in from ${device.address}`)
      return null
    }
    await refuseTooMany(tx, attempt)
    const tokens = await createSession(tx, user.id, device, async (on) => {
      await clearFailures(tx, on(), attempt)
      await on().deleteFrom('staffSession').where('refreshExpires', '<', tx.now).execute()
      if (rehashed) await on().updateTable('staffUser').set({ password: rehashed }).where('id', '=', user.id).execute()
    })
    return { ...tokens, user: await sessionUserOf(tx, user.id) }
  })
  if (!answer) throw unauthorized(invalidCredentials)
  return answer
}

/**
 * Changes the caller's own password and ends the user's other sessions. False when the current one is wrong, which counts
 * as a failed sign-in.
 */
export async function changePassword(
  transact: Transact,
  { current, password }: { current: string; password: string },
  { address, token }: { address: string; token: string },
): Promise<boolean> {
  const user = await transact(async (tx) => {
    const found = await candidate(tx, tx.by.username, address)
    if (!found) throw unauthorized()
    refuseWeak(tx, password, found)
    return found
  })
  // Whoever set it knows it.
  if (user.mustChangePassword && password === current)
    throw invalid([{ path: 'password', message: 'Please choose another password than the present one' }])
  const attempt = { username: user.username, address }
  const isRight = await verifyPassword(current, user.password)
  const stored = isRight ? await hashPassword(password) : ''
  return transact(async (tx) => {
    if (!isRight || !(await lockIfUnchanged(tx, user))) {
      await countFailure(tx, attempt, `Failed change of password from ${address}`)
      return false
    }
    await refuseTooMany(tx, attempt)
    await tx.change(
      {
        section: 'Profile',
        docType: 'user',
        docId: user.id,
        action: 'Password changed',
        description: `${user.username} changed the own password`,
      },
      async (on) => {
        await on()
          .updateTable('staffUser')
          .set({ password: stored, mustChangePassword: false, updatedAt: tx.now })
          .where('id', '=', user.id)
          .execute()
        await on()
          .deleteFrom('staffSession')
          .where('userId', '=', user.id)
          .where('tokenHash', '<>', hashOf(token))
          .execute()
        await on().deleteFrom('passwordReset').where('userId', '=', user.id).execute()
        await clearFailures(tx, on(), attempt)
      },
    )
    return true
  })
}
