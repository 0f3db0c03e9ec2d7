import type { Mark } from '@academy/contract/attendance/attendance.ts'
import { type CreditType, creditTypeLabels } from '@academy/contract/attendance/enrolments.ts'
import { isWalkIn } from '@academy/contract/attendance/walk-ins.ts'
import { courseForEnrolment } from '../courses/courses.ts'
import { lockMembers } from '../members/members.ts'
import type { Tx } from '../platform/data/index.ts'
import { HttpError } from '../platform/http/index.ts'
import { checkTrial, creditFor, payerFor } from './enrolments/enrolments.ts'

/** What a class costs a member and who pays, as enrolled or as a walk-in. */
export interface Attending {
  /** Null for a walk-in. */
  enrolment: string | null
  member: string
  name: string
  walletMember: string
  /** For a walk-in: the name of the wallet's owner. */
  payer?: string
  creditType: CreditType
  /** Credits of one class. */
  credit: number
}

type WalkIn = Mark & { creditType: CreditType }

/** The marks that add a member to the roll without an enrolment. */
export const walkInsIn = (marks: readonly Mark[]): WalkIn[] =>
  marks.flatMap((mark) => (mark.creditType && isWalkIn(mark) ? [{ ...mark, creditType: mark.creditType }] : []))

/** Trials are counted under the member's lock, which is taken before those of enrolments. */
export async function lockWalkIns(tx: Tx, marks: readonly WalkIn[]): Promise<void> {
  if (marks.length === 0) return
  await lockMembers(
    tx,
    marks.map(({ member }) => member),
  )
}

/** A walk-in follows the rules of an enrolment, the permission to make one included. */
async function walkInOf(tx: Tx, course: string, mark: WalkIn): Promise<Attending> {
  const { member, creditType } = mark
  tx.need('membership.edit')
  const { name, payer } = await payerFor(tx, member, mark.walletMember)
  await checkTrial(tx, { creditType, member, course })
  const credit = creditFor(await courseForEnrolment(tx, course), creditType, mark.creditMinus, 'creditMinus')
  return { enrolment: null, member, name, walletMember: payer._id, payer: payer.name, creditType, credit }
}

/** Checks walk-ins one by one; a refused one stops no other and comes back with its error, by member. */
export async function checkWalkIns(tx: Tx, course: string, marks: readonly WalkIn[]) {
  const walkIns = new Map<string, Attending>()
  const refused = new Map<string, HttpError>()
  for (const mark of marks)
    try {
      walkIns.set(mark.member, await walkInOf(tx, course, mark))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      refused.set(mark.member, error)
    }
  return { walkIns, refused }
}

/** For the audit trail: `Ali: Normal, 25 credits, paid by Aminah`. */
export const walkInText = ({ name, creditType, credit, payer }: Attending) =>
  `${name}: ${creditTypeLabels[creditType]}, ${credit} credits, paid by ${payer}`
