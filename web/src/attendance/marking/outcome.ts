/** The outcome of a submission and its wording. */
import type { AttendanceRow } from '@academy/contract/attendance/attendance.ts'
import { t } from '../../platform/client/i18n.ts'
import type { Difference, PhoneMarks } from '../offline/phone-marks-schema.ts'

/** Sent, refused with the server's message, or still waiting. */
export type Outcome =
  | ({
      state: 'sent'
      /** Who had recorded it before; empty when anything in it was new to the roll. */
      by: string[]
      /** Walk-ins recorded at another cost or on another wallet than submitted. */
      otherTerms: readonly RecordedTerms[]
    } & Pick<PhoneMarks, 'differences' | 'notRecorded'>)
  | { state: 'refused'; message: string }
  | 'waiting'

/** What a class costs by the roll, in credits, and who pays. */
interface RecordedTerms {
  name: string
  credit: number
  payer: string
}

export const namesOf = (people: readonly { name: string }[]): string => people.map(({ name }) => name).join(', ')

/** Where the roll differs from the marks that were sent. */
export function differencesOf({ marks }: Pick<PhoneMarks, 'marks'>, rows: readonly AttendanceRow[]): Difference[] {
  const ours = new Map(marks.map((mark) => [mark.member, mark.status]))
  return rows.flatMap((row) => {
    const mine = ours.get(row.member._id)
    if (!mine || mine === row.status) return []
    const { _id, name } = row.member
    return [{ row: row._id, member: _id, name, ours: mine, theirs: row.status, by: row.takeBy }]
  })
}

/** Walk-ins who were recorded on other terms before, or are enrolled by now; the roll's terms stand. */
export function otherTermsOf({ marks }: Pick<PhoneMarks, 'marks'>, rows: readonly AttendanceRow[]): RecordedTerms[] {
  const ours = new Map(marks.flatMap((mark) => (mark.creditType ? [[mark.member, mark] as const] : [])))
  return rows.flatMap(({ member, credit, walletMember }) => {
    const mine = ours.get(member._id)
    if (!mine || (mine.creditMinus === credit && mine.walletMember === walletMember._id)) return []
    return [{ name: member.name, credit, payer: walletMember.name }]
  })
}

/**
 * Who had recorded the whole submission before it was sent, for example when the first answer was lost. The device
 * knows the portal's time late rather than early, so that new records do not look old.
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

/**
 * How the recorded result differs from the submission, or that it was recorded before; undefined when it went as
 * submitted.
 */
export function sentText(outcome: Extract<Outcome, { state: 'sent' }>, me: string | undefined): string | undefined {
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
