/** What was tapped, held against what was submitted. */
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { t } from '../../platform/client/i18n.ts'
import type { PhoneMarks, Tap, WalkIn } from '../offline/phone-record.ts'
import { placeWords } from '../place.ts'

type Waiting = Pick<PhoneMarks, 'state' | 'marks' | 'taps'>

/** Submitted, and not with the portal: it stands in the form until it is submitted anew. */
export const isWaiting = ({ state }: Pick<PhoneMarks, 'state'>) => state === 'saved' || state === 'refused'

const submitted = ({ marks }: Pick<Waiting, 'marks'>) => new Map(marks.map(({ member, status }) => [member, status]))

/** Who is ticked in the form: what waits, with what was tapped since. What was sent stands on the roll instead. */
export function standing(marks: Waiting | undefined): string[] {
  if (!marks) return []
  const present = new Set<string>()
  for (const { member, status } of [...(isWaiting(marks) ? marks.marks : []), ...marks.taps])
    if (status === 'P') present.add(member)
    else present.delete(member)
  return [...present]
}

/** The taps with some more. A member who is back at what waits to be sent was not changed. */
export function withTaps({ state, marks, taps }: Waiting, more: readonly Tap[]): Tap[] {
  const before = submitted({ marks })
  const all = new Map([...taps, ...more].map((tap) => [tap.member, tap]))
  const changes = [...all.values()]
  return isWaiting({ state }) ? changes.filter(({ member, status }) => status !== (before.get(member) ?? 'A')) : changes
}

/** What was tapped since the last submission and is in none; of marks that were never submitted, nothing. */
export function changesOf({ state, marks, taps }: Waiting): Tap[] {
  if (state === 'begun') return []
  const before = submitted({ marks })
  return taps.filter(({ member, status }) => status !== (before.get(member) ?? 'A'))
}

/** Who is ticked, of all who were submitted or tapped, but is none of those known: neither enrolled nor on the roll. */
export function goneOf(marks: Waiting | undefined, known: ReadonlySet<string>): Tap[] {
  const names = new Map([...(marks?.marks ?? []), ...(marks?.taps ?? [])].map(({ member, name }) => [member, name]))
  return standing(marks)
    .filter((member) => !known.has(member))
    .map((member) => ({ member, name: names.get(member) ?? '', status: 'P' }))
}

/** Whether its form holds taps that are in no submission. */
export const isInUse = (marks: Waiting): boolean => (marks.state === 'begun' ? marks.taps : changesOf(marks)).length > 0

/** Marks to be submitted as they are: what was only tapped counts as submitted. */
export function asSubmission(marks: PhoneMarks): PhoneMarks {
  if (marks.state !== 'begun') return marks
  const submitted = marks.taps.map((tap) => {
    const walkIn = marks.walkIns.find(({ member }) => member === tap.member)
    return { ...tap, enrollment: null, ...(walkIn ? termsOf(walkIn) : {}) }
  })
  return { ...marks, marks: submitted, taps: [] }
}

/** What is sent of a walk-in beside the mark. */
export const termsOf = ({ creditType, creditMinus, walletMember }: Omit<WalkIn, 'member' | 'name' | 'payer'>) => ({
  creditType,
  creditMinus,
  walletMember,
})

/** The names of those who were submitted as present, or as absent. */
export const namesAs = ({ marks }: Pick<PhoneMarks, 'marks'>, wanted: Tap['status']): string =>
  marks
    .filter(({ status }) => status === wanted)
    .map(({ name, member }) => name || member)
    .join(', ')

/** Who was marked, to be sent or written down elsewhere. */
export const textOf = (marks: PhoneMarks): string =>
  [
    placeWords(marks.session),
    `${t('Present')}: ${namesAs(marks, 'P') || '-'}`,
    `${t('Absent')}: ${namesAs(marks, 'A') || '-'}`,
  ].join('\n')

/** Whether somebody has to look at it: it waits, or the roll is not as it was marked. */
export const needsSomebody = (marks: PhoneMarks): boolean =>
  isWaiting(marks) || marks.differences.length + marks.notRecorded.length + changesOf(marks).length > 0

export const changesWords = (count: number): string =>
  t(count === 1 ? '{n} change not submitted' : '{n} changes not submitted', { n: count })

/** Which of these marks are of a class that is not among its course's any more, and the one that stands in its place. */
export function replacedAmong<Session extends Pick<ClassSession, '_id' | 'course' | 'date'>>(
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
