import { type CreditType, creditTypeLabels, creditTypes, isTrial } from '@academy/contract/attendance/enrolments.ts'
import type { Course } from '@academy/contract/courses/courses.ts'
import { t } from '../platform/client/i18n.ts'

type CourseCredits = Pick<Course, 'normal' | 'normal2' | 'special' | 'free'>

/** The cost of one class in credits: the course's value, 0 for a trial, null where the course has none. */
export function creditOf(course: CourseCredits, creditType: CreditType): number | null {
  if (creditType === 'trial1' || creditType === 'trial2') return 0
  return course[creditType]
}

export interface CreditChoice {
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

function trialReason(creditType: 'trial1' | 'trial2', trials: number, mayTrial2: boolean): string | undefined {
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
      return trialReason(creditType === 'trial1' ? 'trial1' : 'trial2', trials, mayTrial2)
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
