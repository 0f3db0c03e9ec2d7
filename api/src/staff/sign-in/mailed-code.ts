import type { Tx } from '../../platform/data/index.ts'
import { invalid, type Place, type Transact } from '../../platform/http/index.ts'
import { hashPassword, type Portal } from '../../platform/runtime/index.ts'
import { countFailure, recoveryAttempt, refuseTooMany, takeTurn } from './attempts.ts'

const badCode = 'The code is wrong, was used already or is too old'

/** A code of a mail and what it opens. */
export interface MailedCode {
  /** The body's field that holds it. */
  path: string
  /** Whether it is in force; throws 400 when the new password is too weak for its owner. */
  check: (tx: Tx) => Promise<boolean>
  /** Sets the password, given as its hash; false when the code was used meanwhile. */
  redeem: (tx: Tx, hash: string) => Promise<boolean>
}

/**
 * Sets a password by a code. Tries are counted before anything is looked up or hashed: 429 after too many. 400 for a code
 * that is not in force, whatever the reason.
 */
export async function redeemCode(
  transact: Transact,
  portal: Portal,
  { password, code }: { password: string; code: MailedCode },
  { address, place }: { address: string; place: Place },
): Promise<void> {
  const attempt = recoveryAttempt('reset', address, place)
  await takeTurn(`reset ${place.visitor}`, false, async () => {
    const isKnown = await transact(async (tx) => {
      await refuseTooMany(tx, attempt)
      return code.check(tx)
    })
    const hash = isKnown ? await hashPassword(password) : ''
    if (isKnown && (await transact((tx) => code.redeem(tx, hash)))) return
    await countFailure(transact, portal, attempt)
    throw invalid([{ path: code.path, message: badCode }])
  })
}
