import { tidy } from '@academy/contract/platform/text.ts'
import { codeMinutes } from '@academy/contract/staff/recovery.ts'
import { sql } from 'kysely'
import { academyNow, type Tx } from '../../platform/data/index.ts'
import type { Place, Transact } from '../../platform/http/index.ts'
import { later, type Mail, type Portal } from '../../platform/runtime/index.ts'
import { endSessions } from '../users.ts'
import { countFailure, forgiveUser, recoveryAttempt, refuseTooMany, takeTurn } from './attempts.ts'
import { type MailedCode, redeemCode } from './mailed-code.ts'
import { post } from './outbox.ts'
import { storeOwnPassword } from './own-password.ts'
import { hashOf, newCode } from './tokens.ts'
import { refuseWeak } from './weak-password.ts'

/** Limits how fast a stranger can send mails to a user. */
const secondsBetweenMails = 60

const resetPage = '/auth/reset-password'

function mailOf({ config }: Portal, academy: string, username: string, to: string, code: string): Mail {
  const link = config.publicUrl ? `${config.publicUrl}${resetPage}#${code}` : null
  return {
    to,
    subject: `${academy}: your new password`,
    text: [
      `Hello ${username},`,
      '',
      'somebody, most likely you, asked for a new password.',
      ...(link
        ? ['To choose one, open this link:', '', link, '', 'or enter this code on the page Reset password:']
        : ['To choose one, open Forgot password on the sign-in page, then enter this code:']),
      '',
      code,
      '',
      `The code works once and for ${codeMinutes} minutes. If it was not you, you need not do anything.`,
      '',
      academy,
    ].join('\n'),
  }
}

/** Sends a new code to the active user of an address; nothing without such a user, or when one was just requested. */
async function issueCode(tx: Tx, email: string): Promise<void> {
  const user = await tx
    .read()
    .selectFrom('staffUser')
    .select(['id', 'username', 'email'])
    .where(sql`lower(email)`, '=', sql`lower(${tidy(email)})`)
    .where('isDisable', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!user?.email) return
  const before = (seconds: number) => later(tx.portal.clock.now(), -seconds * 1000).toISOString()
  const recent = await tx
    .read()
    .selectFrom('passwordReset')
    .select('id')
    .where('userId', '=', user.id)
    .where('createdAt', '>', before(secondsBetweenMails))
    .executeTakeFirst()
  if (recent) return
  const code = newCode()
  const mail = mailOf(tx.portal, (await academyNow(tx)).name, user.username, user.email, code)
  await tx.change(
    {
      section: 'Sign In',
      docType: 'user',
      docId: user.id,
      action: 'Requested',
      description: `A code for a new password was sent to ${user.username}`,
      by: { userId: user.id, username: user.username },
    },
    async (on) => {
      await on().deleteFrom('passwordReset').where('expires', '<', tx.now).execute()
      await on()
        .insertInto('passwordReset')
        .values({
          id: tx.newId(),
          userId: user.id,
          codeHash: hashOf(code),
          expires: before(-codeMinutes * 60),
          createdAt: tx.now,
        })
        .execute()
      await post(tx, on(), { mail, userId: user.id })
    },
  )
}

/**
 * Requests a code for a new password. The user is looked up after the answer, so that neither its text nor its timing
 * reveals whether there is one. 429 when one address asks too often.
 */
export async function requestCode(
  transact: Transact,
  portal: Portal,
  email: string,
  { address, place }: { address: string; place: Place },
): Promise<void> {
  const attempt = recoveryAttempt('forgot', address, place, email)
  await takeTurn(`forgot ${place.visitor}`, false, async () => {
    await transact((tx) => refuseTooMany(tx, attempt))
    await countFailure(transact, portal, attempt)
  })
  portal.background.run(() => transact((tx) => issueCode(tx, email)))
}

/** The active user of a code that has not expired, locked. */
const ownerOf = (tx: Tx, code: string) =>
  tx
    .read()
    .selectFrom('passwordReset as reset')
    .innerJoin('staffUser as user', 'user.id', 'reset.userId')
    .where('reset.codeHash', '=', hashOf(code))
    .where('reset.expires', '>', tx.now)
    .where('user.isDisable', '=', false)
    .select(['user.id', 'user.username', 'user.email'])
    .forUpdate()
    .executeTakeFirst()

/** Sets a new password with a code, which works once, and ends all sessions of the user. 400 for a bad code. */
export const resetPassword = (
  transact: Transact,
  portal: Portal,
  { reset_code: code, password }: { reset_code: string; password: string },
  from: { address: string; place: Place },
): Promise<void> => {
  const mailed: MailedCode = {
    path: 'reset_code',
    async check(tx) {
      const owner = await ownerOf(tx, code)
      if (owner) await refuseWeak(tx, password, owner)
      return owner !== undefined
    },
    redeem: (tx, hash) => setByCode(tx, code, hash),
  }
  return redeemCode(transact, portal, { password, code: mailed }, from)
}

/** False when the code was used meanwhile. */
async function setByCode(tx: Tx, code: string, stored: string): Promise<boolean> {
  const user = await ownerOf(tx, code)
  if (!user) return false
  await tx.change(
    {
      section: 'Sign In',
      docType: 'user',
      docId: user.id,
      action: 'Password changed',
      description: `${user.username} set a new password with a code from a mail`,
      by: { userId: user.id, username: user.username },
    },
    async (on) => {
      await storeOwnPassword(tx, on(), user.id, stored)
      await endSessions(on(), user.id)
      await forgiveUser(on(), user.id)
    },
  )
  return true
}
