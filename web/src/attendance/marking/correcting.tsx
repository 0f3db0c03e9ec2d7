import { type AttendanceRow, attendance } from '@academy/contract/attendance/attendance.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useCallback, useRef } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { useReached } from '../../platform/client/reachability.ts'
import { useAction } from '../../platform/client/use-action.ts'
import { ask, notice } from '../../platform/feedback/notices.tsx'
import { useRoomy } from '../../platform/shell/appearance.ts'
import { AttendanceChange } from '../AttendanceChange.tsx'
import { attendanceEffect } from '../attendance-effect.ts'
import { addCorrection, dueAt, removeCorrection } from '../offline/corrections.ts'
import { type Correction, storageFull, useMarksOf } from '../offline/phone-marks.ts'
import { startSending } from '../offline/sending.ts'
import { startOf } from './marking.ts'
import { UndoBar } from './UndoBar.tsx'

export type Status = AttendanceRow['status']

const labels: Record<Status, string> = { P: 'Present', A: 'Absent' }
const none: readonly Correction[] = []

/** The corrections of a class that are on this device only. */
export const useCorrections = (session: string): readonly Correction[] => useMarksOf(session)?.corrections ?? none

/** The words of a correction that was just made: 'Ali: Absent to Present. Wallet 60 → 35 (Ali)' */
const textOf = (row: AttendanceRow, status: Status) =>
  t('{name}: {from} to {to}. {effect}', {
    name: row.member.name,
    from: t(labels[row.status]),
    to: t(labels[status]),
    effect: attendanceEffect(row, status),
  })

/**
 * Sets a record to a status. At the desk it is asked first, with the effect on the wallet; at the mat the effect is told
 * and the change can be taken back for ten seconds. Without signal it waits on this device.
 */
export function useCorrection(session: ClassSession) {
  const isRoomy = useRoomy()
  const isReached = useReached()
  const rowRef = useRef<AttendanceRow>(undefined)
  const effectOn = (next: Status) => rowRef.current && <AttendanceChange row={rowRef.current} next={next} />
  const update = useAction(attendance.update, { effect: ({ body }) => effectOn(body?.status ?? 'A') })

  function keep(row: AttendanceRow, status: Status, isFinal: boolean) {
    if (!addCorrection(session, row, status, isFinal)) notice.error(storageFull)
    startSending()
  }

  async function correct(row: AttendanceRow, status: Status) {
    rowRef.current = row
    if (!isRoomy) return keep(row, status, false)
    if (isReached)
      return update.send({
        params: { id: row._id },
        body:
          status === 'A'
            ? { status, checkInTime: null, checkOutTime: null }
            : { status, checkInTime: startOf(session.duration), checkOutTime: null },
      })
    const agreed = await ask({ question: attendance.update.confirm ?? '', effect: effectOn(status) })
    if (agreed) keep(row, status, true)
  }

  // A stable callback, so that the open question does not redraw every row.
  const latest = useRef(correct)
  latest.current = correct
  return useCallback((row: AttendanceRow, status: Status) => void latest.current(row, status), [])
}

/** The last correction that can still be taken back. */
export function UndoCorrection({ session, rows }: { session: string; rows: ReadonlyMap<string, AttendanceRow> }) {
  const last = useCorrections(session).findLast(({ at }) => at > 0)
  const row = last && rows.get(last.member)
  if (!row) return null
  return (
    <UndoBar
      key={last.key}
      words={textOf(row, last.status)}
      until={dueAt(last)}
      onUndo={() => removeCorrection(session, last.row)}
    />
  )
}
