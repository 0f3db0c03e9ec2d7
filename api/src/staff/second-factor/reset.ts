import { academyNow, type Tx } from '../../platform/data/index.ts'
import { conflict } from '../../platform/http/index.ts'
import type { Mail } from '../../platform/runtime/index.ts'
import { callersRights, lockStaff, refuseBeyondRank } from '../rights.ts'
import { post } from '../sign-in/outbox.ts'
import { rightsOfRow } from '../user-rows.ts'
import { endSessions, rowOf } from '../users.ts'
import { lockedFactorsOf } from './proof.ts'

const mailOf = (academy: string, username: string, to: string, by: string): Mail => ({
  to,
  subject: `${academy}: your second factor was removed`,
  text: [
    `Hello ${username},`,
    '',
    `your passkeys, authenticator apps and recovery codes were removed ${by}.`,
    'You sign in with your password alone until you add a second factor on the page Profile.',
    '',
    'If you did not ask for this, please tell the owner of the portal at once.',
    '',
    academy,
  ].join('\n'),
})

interface Person {
  id: string
  username: string
  email: string | null
}

/** Removes all second factors of a user, who is signed out and told by mail. 409 when there is none. */
export async function removeAll(tx: Tx, user: Person, by: string): Promise<void> {
  if ((await lockedFactorsOf(tx, user.id)).length === 0) throw conflict(`${user.username} has no second factor`)
  await tx.change(
    {
      section: 'User Login',
      docType: 'user',
      docId: user.id,
      action: 'Second factor removed',
      description: `Removed the second factors of user ${user.username} ${by}`,
    },
    async (on) => {
      for (const table of ['secondFactor', 'recoveryCode', 'secondFactorTicket'] as const)
        await on().deleteFrom(table).where('userId', '=', user.id).execute()
      await endSessions(on(), user.id)
      if (!user.email) return
      const mail = mailOf((await academyNow(tx)).name, user.username, user.email, by)
      await post(tx, on(), { mail, userId: user.id })
    },
  )
}

/** For whoever may change the user and holds what the user holds. */
export async function resetFactors(tx: Tx, id: string): Promise<void> {
  await lockStaff(tx)
  const row = await rowOf(tx, id)
  if (id === tx.by.userId) throw conflict('Your own second factor is removed on the page Profile')
  refuseBeyondRank(await callersRights(tx), rightsOfRow(row), `remove the second factor of ${row.username}`)
  await removeAll(tx, row, `by ${tx.by.username}`)
}
