import type { Proof } from '@academy/contract/staff/second-factor.ts'
import { type Place, type Transact, unauthorized } from '../../platform/http/index.ts'
import type { Portal } from '../../platform/runtime/index.ts'
import { sessionUserOf } from '../profile.ts'
import { countFailure, factorAttempt, forgive, refuseTooMany, takeTurn } from '../sign-in/attempts.ts'
import { isKnownDevice, keepDevice } from '../sign-in/known-devices.ts'
import { hashOf } from '../sign-in/tokens.ts'
import { createSession } from '../staff.ts'
import { provenBy, wrongProof } from './proof.ts'
import { ticketOf } from './tickets.ts'

interface From {
  address: string
  place: Place
  origin: string
}

/** The second step of signing in. 401 when it was begun too long ago, 400 for a wrong proof, which is counted. */
export function finishSignIn(
  transact: Transact,
  portal: Portal,
  proof: Proof,
  from: From & { userAgent: string; device: string | undefined },
) {
  return takeTurn(`visitor ${from.place.visitor}`, false, async () => {
    const attempt = await transact(async (tx) => {
      const ticket = await ticketOf(tx, proof.ticket, 'signIn')
      if (!ticket) throw unauthorized('This took too long. Please sign in again')
      const attempt = factorAttempt(ticket, from)
      await refuseTooMany(tx, attempt)
      return attempt
    })
    const answer = await transact(async (tx) => {
      await refuseTooMany(tx, attempt)
      const ticket = await ticketOf(tx, proof.ticket, 'signIn')
      const proven = ticket && (await provenBy(tx, ticket, proof, from.origin))
      if (!proven) return null
      let device = ''
      const isKnown = from.device !== undefined && (await isKnownDevice(tx, from.device, ticket.username))
      const seen = { ...from, isNew: !isKnown, secondFactor: proven.by }
      const tokens = await createSession(tx, ticket.id, seen, async (on) => {
        await proven.use(on())
        await forgive(tx, on(), attempt)
        device = await keepDevice(tx, on(), from.device, ticket.id)
        await on().deleteFrom('staffSession').where('refreshExpires', '<', tx.now).execute()
      })
      return { device, session: { ...tokens, user: await sessionUserOf(tx, ticket.id) } }
    })
    if (answer) return answer
    await countFailure(transact, portal, attempt)
    throw wrongProof(proof)
  })
}

/** Confirms the caller's session with the second factor. */
export async function confirm(
  transact: Transact,
  portal: Portal,
  proof: Proof,
  { token, ...from }: From & { token: string },
): Promise<void> {
  const lane = await transact(async (tx) => `own ${tx.by.userId}`)
  await takeTurn(lane, true, async () => {
    const own = await transact(async (tx) => {
      const ticket = await ticketOf(tx, proof.ticket, 'confirm')
      if (ticket?.id !== tx.by.userId) throw wrongProof(proof)
      return ticket
    })
    const attempt = factorAttempt(own, from)
    const isConfirmed = await transact(async (tx) => {
      await refuseTooMany(tx, attempt)
      const ticket = await ticketOf(tx, proof.ticket, 'confirm')
      const proven = ticket && (await provenBy(tx, ticket, proof, from.origin))
      if (!proven) return false
      await tx.change(
        {
          section: 'Sign In',
          docType: 'session',
          docId: ticket.id,
          action: 'Confirmed',
          description: `${ticket.username} confirmed with ${proven.by} from ${from.address}`,
        },
        async (on) => {
          await proven.use(on())
          await forgive(tx, on(), attempt)
          await on()
            .updateTable('staffSession')
            .set({ confirmedAt: tx.now })
            .where('tokenHash', '=', hashOf(token))
            .execute()
        },
      )
      return true
    })
    if (isConfirmed) return
    await countFailure(transact, portal, attempt)
    throw wrongProof(proof)
  })
}
