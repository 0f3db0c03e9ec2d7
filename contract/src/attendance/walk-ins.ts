import { z } from 'zod'
import { wholeNumber } from '../platform/number.ts'
import { emptyIsNone } from '../platform/query.ts'
import { creditType } from './enrolments.ts'
import { named } from './mark-context.ts'

/** What a walk-in costs and who pays. Read only where a credit type is sent and no enrollment. */
export const walkInTerms = {
  creditType: z.preprocess(emptyIsNone, creditType().nullish()),
  /** Credits; by default what the course charges for the credit type, 0 for a trial. */
  creditMinus: z.preprocess(emptyIsNone, wholeNumber({}).nullish()),
  /** Whose wallet pays; required when a dependent child has several parents. */
  walletMember: named(),
}
const termsNames = Object.keys(walkInTerms)

/** Whether a mark adds a member to the roll without an enrolment. */
export const isWalkIn = (mark: { creditType?: unknown; enrollment?: unknown }): boolean =>
  Boolean(mark.creditType) && !mark.enrollment

/** The terms count for walk-ins only: an enrolment has its own, whatever is sent beside it. */
export const withoutTerms = (given: unknown) =>
  typeof given === 'object' && given !== null && !isWalkIn(given)
    ? Object.fromEntries(Object.entries(given).filter(([name]) => !termsNames.includes(name)))
    : given
