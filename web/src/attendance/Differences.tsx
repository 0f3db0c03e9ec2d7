import { type AttendanceRow, attendance } from '@academy/contract/attendance/attendance.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { Alert, Button } from 'antd'
import { attendanceEffect } from '../kit/attendance-effect.ts'
import { ReasonButton } from '../kit/Guard.tsx'
import { useSend } from '../kit/send.ts'
import { t } from '../kit/words.ts'
import { startOf } from './marking.ts'
import { type Difference, marksOf, putMarks, useMarksOf } from './phone-marks.ts'

const statusWords = { P: 'Present', A: 'Absent' }

function forget(session: string, gone: (difference: Difference) => boolean) {
  const marks = marksOf(session)
  if (marks) putMarks({ ...marks, differences: marks.differences.filter((one) => !gone(one)) })
}

/** Where another coach was first and had it otherwise: theirs stands, until somebody decides for ours. */
export function Differences({ session, rows }: { session: ClassSession; rows: AttendanceRow[] }) {
  const differences = useMarksOf(session._id)?.differences ?? []
  if (differences.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="phone-note"
      role="region"
      aria-label={t('Marked differently')}
      title={t('Marked differently: {n}', { n: differences.length })}
      description={
        <>
          <p>{t('Somebody else marked this class before yours arrived. Theirs stands; everybody was charged once.')}</p>
          <ul className="differences">
            {differences.map((one) => (
              <li key={one.row}>
                <DifferenceRow difference={one} row={rows.find(({ _id }) => _id === one.row)} session={session} />
              </li>
            ))}
          </ul>
          <Button onClick={() => forget(session._id, () => true)}>{t('Keep theirs')}</Button>
        </>
      }
    />
  )
}

interface RowProps {
  difference: Difference
  /** As the roll has it by now; none when it was deleted since. */
  row: AttendanceRow | undefined
  session: ClassSession
}

function DifferenceRow({ difference, row, session }: RowProps) {
  const { name, ours, theirs, by } = difference
  const update = useSend(attendance.update, {
    effect: () => row && attendanceEffect(row, ours),
    onDone: () => forget(session._id, (one) => one.row === difference.row),
  })
  return (
    <>
      <span>
        <strong>{name}</strong>{' '}
        {t('you: {ours}, {by}: {theirs}', { ours: t(statusWords[ours]), by, theirs: t(statusWords[theirs]) })}
      </span>
      <ReasonButton
        may={attendance.update.may}
        reason={(!row || row.status === ours) && 'It was changed since.'}
        loading={update.sending}
        onClick={() =>
          update.send({
            params: { id: difference.row },
            body:
              ours === 'P'
                ? { status: 'P', checkInTime: startOf(session.duration), checkOutTime: null }
                : { status: 'A', checkInTime: null, checkOutTime: null },
          })
        }
      >
        {t('Change to {status}', { status: t(statusWords[ours]) })}
      </ReasonButton>
    </>
  )
}
