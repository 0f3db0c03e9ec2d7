import { type AttendanceRow, attendance } from '@academy/contract/attendance/attendance.ts'
import { cacheChange } from '../../platform/client/answers/kept-answers.ts'
import { errorMessage } from '../../platform/client/api-error.ts'
import { call } from '../../platform/client/client.ts'
import { isFinal, rollOf, timeout } from './calls.ts'
import { dueCorrections, letWait, settleCorrection } from './corrections.ts'
import { type Correction, marksOf, type Place } from './phone-marks.ts'

/** The roll as it is now, so that the row does not show its old state until it is read again. */
const cacheRow = (session: string, changed: AttendanceRow) =>
  cacheChange(attendance.list, rollOf(session), (roll) => ({
    ...roll,
    items: roll.items.map((row) => (row._id === changed._id ? changed : row)),
  }))

/** False while it waits for the line. */
async function sendCorrection(session: Place, correction: Correction): Promise<boolean> {
  const { row, member, status, key } = correction
  try {
    const changed = await call(attendance.update, {
      params: { id: row },
      body: { member, scheduledClass: session._id, status },
      idempotencyKey: key,
      timeoutMs: timeout,
      quiet: true,
    })
    cacheRow(session._id, changed)
    settleCorrection(session, correction)
    return true
  } catch (error) {
    if (!isFinal(error)) return false
    settleCorrection(session, correction, errorMessage(error))
    return true
  }
}

/** Sends the corrections of a class that are due. Answers how many were decided, and whether some still wait. */
export async function sendCorrections(session: string): Promise<{ decided: number; isWaiting: boolean }> {
  const marks = marksOf(session)
  let decided = 0
  if (!marks) return { decided, isWaiting: false }
  for (const correction of dueCorrections(marks)) {
    if (!(await sendCorrection(marks.session, correction))) {
      letWait(session)
      return { decided, isWaiting: true }
    }
    decided++
  }
  return { decided, isWaiting: false }
}
