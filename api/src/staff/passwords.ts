import type { Kysely } from 'kysely'
import type { Schema, Tx } from '../platform/data/index.ts'
import { aside, invalid, type Place, type Transact, unauthorized } from '../platform/http/index.ts'
import { hashPassword, needsRehash, type Portal, verifyNothing, verifyPassword } from '../platform/runtime/index.ts'
import { sessionUserOf } from './profile.ts'
import { askFor, factorsOf } from './second-factor/proof.ts'
import { endSignIns } from './second-factor/tickets.ts'
import { countFailure, forgive, refuseTooMany, signInAttempt, takeTurn } from './sign-in/attempts.ts'
import { isKnownDevice, keepDevice } from './sign-in/known-devices.ts'
import { activeUser, checkOwnPassword, storeOwnPassword } from './sign-in/own-password.ts'
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

const askedRecord = ({ id, username }: { id: string; username: string }, address: string) => ({
  section: 'Sign In',
  docType: 'session',
  docId: id,
  action: 'Second factor asked',
  description: `${username} gave the right password from ${address}`,
  by: { userId: id, username },
})

interface From {
  address: string
  place: Place
  origin: string
  userAgent: string
  /** The token that the device was given when somebody signed in from it. */
  device: string | undefined
}

/** Signs in by password; who has a second factor gets a ticket for it instead. An unknown name takes the same time and gets the same answer as a wrong password. */
export async function signIn(
  transact: Transact,
  portal: Portal,
  { username, password }: { username: string; password: string },
  from: From,
) {
  const given = from.device
  const isKnown = given !== undefined && (await transact((tx) => isKnownDevice(tx, given, username)))
  const lane = isKnown ? `device ${given}` : `visitor ${from.place.visitor}`
  return takeTurn(lane, isKnown, async () => {
    const { user, attempt } = await transact(async (tx) => {
      const user = await activeUser(tx, username)
      const attempt = signInAttempt({ username, user }, { ...from, device: isKnown ? given : undefined })
      await refuseTooMany(tx, attempt)
      return { user, attempt }
    })
    const isRight = user ? await verifyPassword(password, user.password) : await verifyNothing(password)
    const rehashed = user && isRight && needsRehash(user.password) ? await hashPassword(password) : undefined
    const answer = await transact(async (tx) => {
      await refuseTooMany(tx, attempt)
      if (!user || !isRight || !(await lockIfUnchanged(tx, user))) return null
      const keepRehashed = async (on: () => Kysely<Schema>) => {
        if (rehashed)
          await on().updateTable('staffUser').set({ password: rehashed }).where('id', '=', user.id).execute()
      }
      const factors = await factorsOf(tx, user.id)
      if (factors.length > 0) {
        const secondFactor = await tx.change(askedRecord(user, from.address), async (on) => {
          await forgive(tx, on(), attempt)
          await keepRehashed(on)
          // While the password stands: who changes it ends the sign-ins that it began.
          return askFor(portal, factors, { userId: user.id, purpose: 'signIn', origin: from.origin }, on())
        })
        return { answer: { secondFactor } }
      }
      let device = ''
      const tokens = await createSession(tx, user.id, { ...from, isNew: !isKnown }, async (on) => {
        await forgive(tx, on(), attempt)
        device = await keepDevice(tx, on(), given, user.id)
        await on().deleteFrom('staffSession').where('refreshExpires', '<', tx.now).execute()
        await keepRehashed(on)
      })
      return { device, answer: { ...tokens, user: await sessionUserOf(tx, user.id) } }
    })
    if (answer) return answer
    await countFailure(transact, portal, attempt)
    throw unauthorized(invalidCredentials)
  })
}

const wrongCurrent = () => invalid([{ path: 'current', message: 'Current password is wrong' }])

/**
 * Changes the caller's own password and ends the user's other sessions, in one transaction. 400 when the current one is wrong,
 * which counts as a failed attempt.
 */
export async function changePassword(
  transact: Transact,
  { current, password }: { current: string; password: string },
  { address, token }: { address: string; token: string },
): Promise<Record<string, never>> {
  const mustChange = await transact(
    async (tx) => {
      const found = await activeUser(tx, tx.by.username)
      if (!found) throw unauthorized()
      await refuseWeak(tx, password, found)
      return found.mustChangePassword
    },
    { isSnapshot: true },
  )
  // Whoever set it knows it.
  if (mustChange && password === current)
    throw invalid([{ path: 'password', message: 'Please choose another password than the present one' }])
  const own = await checkOwnPassword(aside(transact), current, address)
  if (!own) throw wrongCurrent()
  const { user, attempt } = own
  const stored = await hashPassword(password)
  return transact(async (tx) => {
    await refuseTooMany(tx, attempt)
    if (!(await lockIfUnchanged(tx, user))) throw wrongCurrent()
    await tx.change(
      {
        section: 'Profile',
        docType: 'user',
        docId: user.id,
        action: 'Password changed',
        description: `${user.username} changed the own password`,
      },
      async (on) => {
        await storeOwnPassword(tx, on(), user.id, stored)
        await on()
          .deleteFrom('staffSession')
          .where('userId', '=', user.id)
          .where('tokenHash', '<>', hashOf(token))
          .execute()
        await on().deleteFrom('passwordReset').where('userId', '=', user.id).execute()
        await endSignIns(on(), user.id)
        await forgive(tx, on(), attempt)
      },
    )
    return {}
  })
}
