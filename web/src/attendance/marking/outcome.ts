/** What became of a submission, and how that is told. */
import type { AttendanceRow } from '@academy/contract/attendance/attendance.ts'
import { t } from '../../platform/client/i18n.ts'
import type { Difference, PhoneMarks } from '../offline/phone-record.ts'

/** Sent, refused with the server's words, or nothing yet. */
export type Outcome =
  | ({
      state: 'sent'
      /** Who had recorded it before; nobody when anything of it was new to the roll. */
      by: string[]
      /** Walk-ins who stand on the roll at another cost, or paid by another wallet, than was submitted. */
      otherTerms: readonly RecordedTerms[]
    } & Pick<PhoneMarks, 'differences' | 'notRecorded'>)
  | { state: 'refused'; message: string }
  | 'waiting'

/** What somebody's class costs by the roll, in credits, and whose wallet pays. */
export interface RecordedTerms {
  name: string
  credit: number
  payer: string
}

export const namesOf = (people: readonly { name: string }[]): string => people.map(({ name }) => name).join(', ')

/** Where the roll, as it is after our marks arrived, says otherwise. */
export function differencesOf({ marks }: Pick<PhoneMarks, 'marks'>, rows: readonly AttendanceRow[]): Difference[] {
  const ours = new Map(marks.map((mark) => [mark.member, mark.status]))
  return rows.flatMap((row) => {
    const mine = ours.get(row.member._id)
    if (!mine || mine === row.status) return []
    const { _id, name } = row.member
    return [{ row: row._id, member: _id, name, ours: mine, theirs: row.status, by: row.takeBy }]
  })
}

/** The walk-ins of a submission who had been recorded on other terms, or are enrolled by now: the roll's stand. */
export function otherTermsOf({ marks }: Pick<PhoneMarks, 'marks'>, rows: readonly AttendanceRow[]): RecordedTerms[] {
  const ours = new Map(marks.flatMap((mark) => (mark.creditType ? [[mark.member, mark] as const] : [])))
  return rows.flatMap(({ member, credit, walletMember }) => {
    const mine = ours.get(member._id)
    if (!mine || (mine.creditMinus === credit && mine.walletMember === walletMember._id)) return []
    return [{ name: member.name, credit, payer: walletMember.name }]
  })
}

/**
 * Who had recorded all of a submission before it was begun to be sent, as when its first answer was lost. The portal's
 * time is known to the device late rather than early, so that what is new does not look old.
 */
export function recordedBy(
  { marks }: Pick<PhoneMarks, 'marks'>,
  rows: readonly AttendanceRow[],
  began: number,
): string[] {
  const sent = new Set(marks.map(({ member }) => member))
  const before = rows.filter(({ member, createdAt }) => sent.has(member._id) && Date.parse(createdAt) < began)
  return before.length < sent.size ? [] : [...new Set(before.map(({ takeBy }) => takeBy))]
}

/** What of a submission that was sent is not as it was submitted, or was so before; undefined when there is nothing to say. */
export function sentWords(outcome: Extract<Outcome, { state: 'sent' }>, me: string | undefined): string | undefined {
  const { differences, notRecorded, otherTerms, by } = outcome
  if (notRecorded.length > 0) return t('Not recorded: {names}.', { names: namesOf(notRecorded) })
  if (differences.length > 0)
    return t(
      differences.every((one) => one.by === me)
        ? 'You had recorded some members differently before.'
        : 'Somebody else had marked some members differently.',
    )
  if (otherTerms.length > 0)
    return otherTerms
      .map((terms) => t('{name} had been recorded before, at {credit} credits paid by {payer}.', { ...terms }))
      .join(' ')
  if (by.length === 0) return undefined
  return by.every((one) => one === me)
    ? t('It had been recorded already, by you.')
    : t('It had been recorded already, by {names}.', { names: by.join(', ') })
}
