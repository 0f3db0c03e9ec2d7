/**
 * Corrections of a roll that are made on this device: for ten seconds each can be taken back, then it is sent. Without
 * signal they wait beside the marks.
 */
import type { AttendanceRow } from '@academy/contract/attendance/attendance.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { newIdempotencyKey } from '../../platform/client/idempotency-key.ts'
import { classSummary } from '../class-summary.ts'
import { isUnsent } from '../marking/taps.ts'
import {
  type Place as ClassSummary,
  type Correction,
  emptyMarks,
  marksOf,
  ownMarks,
  type PhoneMarks,
  removeMarks,
  saveMarks,
} from './phone-marks.ts'

/** For so long a correction can be taken back, in milliseconds. */
export const undoMs = 10_000

/** When a correction is sent, in milliseconds. */
export const dueAt = ({ at }: Correction): number => at + undoMs

/** Those that cannot be taken back any more and were not sent yet. */
export const dueCorrections = (
  { corrections }: { corrections: readonly Correction[] },
  now = Date.now(),
): Correction[] => corrections.filter((one) => dueAt(one) <= now)

/** Whether something beside the marks waits for the line: corrections that are due, newcomers. */
export const waitsBesideMarks = (marks: PhoneMarks, now?: number): boolean =>
  dueCorrections(marks, now).length + marks.newcomers.length > 0

/** An entry that holds nothing any more does not stay. False when the storage is full. */
export function keep(marks: PhoneMarks): boolean {
  const { state, marks: submitted, taps, walkIns, corrections, newcomers, differences, notRecorded } = marks
  const held = [submitted, taps, walkIns, corrections, newcomers, differences, notRecorded]
  if (isUnsent({ state }) || held.some((list) => list.length > 0)) return saveMarks(marks)
  removeMarks(marks)
  return true
}

/** What this device holds of a class, or an entry without marks. */
export const entryOf = (session: ClassSummary): PhoneMarks =>
  marksOf(session._id) ?? { ...emptyMarks(session), state: 'sent' }

/**
 * Notes that a record becomes `status`; back to what the roll says there is nothing to send. `isFinal` where it was asked
 * before and is sent at once. False when the storage is full.
 */
export function addCorrection(
  session: ClassSession,
  { _id: row, member, status: was }: Pick<AttendanceRow, '_id' | 'member' | 'status'>,
  status: Correction['status'],
  isFinal = false,
): boolean {
  const known = entryOf(classSummary(session))
  const others = known.corrections.filter((one) => one.row !== row)
  const { _id, name } = member
  const correction = { row, member: _id, name, status, at: isFinal ? 0 : Date.now(), key: newIdempotencyKey() }
  return keep({ ...known, corrections: status === was ? others : [...others, correction] })
}

/** Takes a correction back, or off when it was decided. */
export function removeCorrection(session: string, row: string) {
  const known = marksOf(session)
  if (known) keep({ ...known, corrections: known.corrections.filter((one) => one.row !== row) })
}

/**
 * What becomes of a correction when the portal took it (no reason) or refused it for good. One that was taken back while it
 * was on its way is undone by its opposite.
 */
export function settleCorrection(session: ClassSummary, sent: Correction, reason?: string) {
  const known = entryOf(session)
  const { row, member, name, status } = sent
  const mine = known.corrections.find((one) => one.row === row)
  const others = known.corrections.filter((one) => one.row !== row)
  if (reason !== undefined) {
    const refused = { member, name, reason, advice: 'The roll stands as it is.' }
    keep({ ...known, corrections: others, notRecorded: [...known.notRecorded, refused] })
  } else if (mine) keep({ ...known, corrections: others })
  else {
    const opposite = status === 'P' ? 'A' : 'P'
    keep({
      ...known,
      corrections: [...others, { ...sent, status: opposite, at: Date.now(), key: newIdempotencyKey() }],
    })
  }
}

/** When the next correction that can still be taken back is sent, in milliseconds from now; undefined without any. */
export function nextDueMs(): number | undefined {
  const times = ownMarks().flatMap(({ corrections }) => corrections.map(dueAt))
  const now = Date.now()
  const coming = times.filter((at) => at > now)
  return coming.length > 0 ? Math.min(...coming) - now : undefined
}

/** Those of a class that are due wait for the line from now on, and are shown to wait. */
export function letWait(session: string) {
  const known = marksOf(session)
  if (!known || dueCorrections(known).every(({ at }) => at === 0)) return
  const now = Date.now()
  const corrections = known.corrections.map((one) => (dueAt(one) <= now ? { ...one, at: 0 } : one))
  saveMarks({ ...known, corrections })
}

/** The page may be going: what could still be taken back is due now. Answers whether there was any. */
export function endUndo(): boolean {
  const undoable = ownMarks().filter(({ corrections }) => corrections.some(({ at }) => at > 0))
  for (const marks of undoable)
    saveMarks({ ...marks, corrections: marks.corrections.map((one) => ({ ...one, at: 0 })) })
  return undoable.length > 0
}
