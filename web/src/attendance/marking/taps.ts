/** Compares taps with what was submitted. */
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { t } from '../../platform/client/i18n.ts'
import { classTitle } from '../class-summary.ts'
import type { PhoneMarks, Tap, WalkIn } from '../offline/phone-marks-schema.ts'

type SubmissionState = Pick<PhoneMarks, 'state' | 'marks' | 'taps'>

/** Submitted but not accepted by the portal yet. */
export const isUnsent = ({ state }: Pick<PhoneMarks, 'state'>) => state === 'saved' || state === 'refused'

const submitted = ({ marks }: Pick<SubmissionState, 'marks'>) =>
  new Map(marks.map(({ member, status }) => [member, status]))

/** Who is ticked in the form: unsent marks and the taps since. Sent marks are on the roll instead. */
export function tickedMembers(marks: SubmissionState | undefined): string[] {
  if (!marks) return []
  const present = new Set<string>()
  for (const { member, status } of [...(isUnsent(marks) ? marks.marks : []), ...marks.taps])
    if (status === 'P') present.add(member)
    else present.delete(member)
  return [...present]
}

/** Adds taps. A tap back to the submitted value is no change. */
export function withTaps({ state, marks, taps }: SubmissionState, more: readonly Tap[]): Tap[] {
  const before = submitted({ marks })
  const all = new Map([...taps, ...more].map((tap) => [tap.member, tap]))
  const changes = [...all.values()]
  return isUnsent({ state }) ? changes.filter(({ member, status }) => status !== (before.get(member) ?? 'A')) : changes
}

/** Taps since the last submission; none for marks that were never submitted. */
export function changesOf({ state, marks, taps }: SubmissionState): Tap[] {
  if (state === 'begun') return []
  const before = submitted({ marks })
  return taps.filter(({ member, status }) => status !== (before.get(member) ?? 'A'))
}

/** Ticked members who are neither enrolled nor on the roll. */
export function noLongerInClass(marks: SubmissionState | undefined, known: ReadonlySet<string>): Tap[] {
  const names = new Map([...(marks?.marks ?? []), ...(marks?.taps ?? [])].map(({ member, name }) => [member, name]))
  return tickedMembers(marks)
    .filter((member) => !known.has(member))
    .map((member) => ({ member, name: names.get(member) ?? '', status: 'P' }))
}

/** Tapped and never submitted, or tapped again since. */
export const hasUnsubmittedTaps = (marks: SubmissionState): boolean =>
  (marks.state === 'begun' ? marks.taps : changesOf(marks)).length > 0

/** The marks as a submission: taps that were never submitted count as submitted. */
export function asSubmission(marks: PhoneMarks): PhoneMarks {
  if (marks.state !== 'begun') return marks
  const submitted = marks.taps.map((tap) => {
    const walkIn = marks.walkIns.find(({ member }) => member === tap.member)
    return { ...tap, enrollment: null, ...(walkIn ? termsOf(walkIn) : {}) }
  })
  return { ...marks, marks: submitted, taps: [] }
}

/** What is sent for a walk-in in addition to the mark. */
export const termsOf = ({ creditType, creditMinus, walletMember }: Omit<WalkIn, 'member' | 'name' | 'payer'>) => ({
  creditType,
  creditMinus,
  walletMember,
})

/** The names submitted with this status. */
export const namesAs = ({ marks }: Pick<PhoneMarks, 'marks'>, wanted: Tap['status']): string =>
  marks
    .filter(({ status }) => status === wanted)
    .map(({ name, member }) => name || member)
    .join(', ')

/** The marks as plain text, to be sent or noted elsewhere. */
export const textOf = (marks: PhoneMarks): string =>
  [
    classTitle(marks.session),
    `${t('Present')}: ${namesAs(marks, 'P') || '-'}`,
    `${t('Absent')}: ${namesAs(marks, 'A') || '-'}`,
  ].join('\n')

/** Whether somebody has to act: it is unsent, or the roll differs from the marks. */
export const needsAttention = (marks: PhoneMarks): boolean =>
  isUnsent(marks) || marks.differences.length + marks.notRecorded.length + changesOf(marks).length > 0

export const changesText = (count: number): string =>
  t(count === 1 ? '{n} change not submitted' : '{n} changes not submitted', { n: count })

/** Marks whose class is no longer among its course's, each with the class that replaced it. */
export function findReplaced<Session extends Pick<ClassSession, '_id' | 'course' | 'date'>>(
  marks: readonly PhoneMarks[],
  sessions: readonly Session[],
): [PhoneMarks, Session][] {
  return marks.flatMap((one) => {
    const { _id, course, date } = one.session
    if (one.state === 'sent' || sessions.some((session) => session._id === _id)) return []
    const there = sessions.filter((session) => session.course._id === course && session.date === date)
    const [only] = there
    const isTaken = marks.some(({ session }) => session._id === only?._id)
    return only && there.length === 1 && !isTaken ? [[one, only]] : []
  })
}
