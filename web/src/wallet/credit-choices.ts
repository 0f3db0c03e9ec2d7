import {
  type CourseCredits,
  type CreditType,
  creditOf,
  creditTypeLabels,
  creditTypes,
  isTrial,
  type TrialType,
} from '@academy/contract/attendance/enrolments.ts'
import { t } from '../platform/client/i18n.ts'

interface CreditChoice {
  value: CreditType
  label: string
  /** The cost of one class in credits, where known. */
  credit: number | null
  /** Why it cannot be chosen. */
  reason: string | undefined
}

interface ChoiceFacts {
  course: CourseCredits | undefined
  /** The member's trials of this course, including the one being edited; undefined while unknown. */
  trials: number | undefined
  mayTrial2: boolean
  /** Type of the enrolment being edited, which can always stay. */
  present?: CreditType | undefined
}

function trialReason(creditType: TrialType, trials: number, mayTrial2: boolean): string | undefined {
  if (creditType === 'trial1') return trials === 0 ? undefined : 'This course was tried before'
  if (trials === 0) return 'Only after Trial 1'
  if (trials > 1) return 'Both trials were taken'
  return mayTrial2 ? undefined : 'Needs the permission Membership Profile: Trial'
}

/** The credit types in order, with the reason where one cannot be chosen. */
export function creditChoices({ course, trials: counted, mayTrial2, present }: ChoiceFacts): CreditChoice[] {
  // The edited trial does not count before itself.
  const trials = counted !== undefined && present && isTrial(present) ? counted - 1 : counted
  function reasonOf(creditType: CreditType): string | undefined {
    if (creditType === present) return undefined
    if (!course && trials === undefined) return 'Choose the course first'
    if (isTrial(creditType)) {
      if (trials === undefined) return 'Counting the trials…'
      return trialReason(creditType, trials, mayTrial2)
    }
    return course && creditOf(course, creditType) === null ? 'This course has no such credit' : undefined
  }
  return creditTypes.map((value) => ({
    value,
    label: t(creditTypeLabels[value]),
    credit: course ? creditOf(course, value) : null,
    reason: reasonOf(value),
  }))
}
