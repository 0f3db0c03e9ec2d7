import type { Tx } from '../platform/data/index.ts'
import { type Transact, unauthorized } from '../platform/http/index.ts'
import { hashPassword, needsRehash, verifyNothing, verifyPassword } from '../platform/runtime/index.ts'
import { sessionUserOf } from './profile.ts'
import { countFailure, forgetFailures, refuseTooMany } from './sign-in/attempts.ts'
import { candidate } from './sign-in/own-password.ts'
import { hashOf } from './sign-in/tokens.ts'
import { createSession } from './staff.ts'

const unknown = 'Invalid username or password'

/** Whether what was checked outside of a transaction still holds inside of one. */
const stillHolds = (tx: Tx, user: { id: string; password: string }) =>
  tx
    .read()
    .selectFrom('staffUser')
    .select('id')
    .where('id', '=', user.id)
    .where('password', '=', user.password)
    .where('isDisable', '=', false)
    .forUpdate()
    .executeTakeFirst()

/** Signs in by password. An unknown name costs and answers exactly what a wrong password does. */
export async function signIn(
  transact: Transact,
  { username, password }: { username: string; password: string },
  device: { address: string; userAgent: string },
) {
  const guesser = { username, address: device.address }
  const user = await transact((tx) => candidate(tx, username, device.address))
  const isRight = user ? await verifyPassword(password, user.password) : await verifyNothing(password)
  const stronger = user && isRight && needsRehash(user.password) ? await hashPassword(password) : undefined
  const answer = await transact(async (tx) => {
    if (!user || !isRight || !(await stillHolds(tx, user))) {
      await countFailure(tx, guesser, `Failed sign-in from ${device.address}`)
      return null
    }
    await refuseTooMany(tx, guesser)
    const tokens = await createSession(tx, user.id, device, async (on) => {
      await forgetFailures(tx, on(), guesser)
      await on().deleteFrom('staffSession').where('refreshExpires', '<', tx.now).execute()
      if (stronger) await on().updateTable('staffUser').set({ password: stronger }).where('id', '=', user.id).execute()
    })
    return { ...tokens, user: await sessionUserOf(tx, user.id) }
  })
  if (!answer) throw unauthorized(unknown)
  return answer
}

/**
 * Changes the caller's own password; false when the present one is wrong, which is counted like a failed sign-in. All
 * other sessions of the user end.
 */
export async function changePassword(
  transact: Transact,
  { current, password }: { current: string; password: string },
  { address, token }: { address: string; token: string },
): Promise<boolean> {
  const user = await transact((tx) => candidate(tx, tx.by.username, address))
  if (!user) throw unauthorized()
  const guesser = { username: user.username, address }
  const isRight = await verifyPassword(current, user.password)
  const stored = isRight ? await hashPassword(password) : ''
  return transact(async (tx) => {
    if (!isRight || !(await stillHolds(tx, user))) {
      await countFailure(tx, guesser, `Failed change of password from ${address}`)
      return false
    }
    await refuseTooMany(tx, guesser)
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
          .set({ password: stored, updatedAt: tx.now })
          .where('id', '=', user.id)
          .execute()
        await on()
          .deleteFrom('staffSession')
          .where('userId', '=', user.id)
          .where('tokenHash', '<>', hashOf(token))
          .execute()
        await on().deleteFrom('passwordReset').where('userId', '=', user.id).execute()
        await forgetFailures(tx, on(), guesser)
      },
    )
    return true
  })
}
