import type { AttendanceRow } from '@academy/contract/attendance/attendance.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { t } from '../../platform/client/i18n.ts'
import { useRoomy } from '../../platform/shell/appearance.ts'
import { NotRecorded } from '../NotRecorded.tsx'
import { PhoneNote } from '../offline/PhoneNote.tsx'
import { type PhoneMarks, useMarksOf } from '../offline/phone-marks.ts'
import { Differences, LaterTaps, laterTaps } from './Differences.tsx'
import { namesOf } from './outcome.ts'
import { changesText } from './taps.ts'

/** A short line for each note. */
function notesOf(marks: PhoneMarks | undefined, rows: readonly AttendanceRow[]): string[] {
  const { state, notRecorded = [], differences = [] } = marks ?? {}
  const later = laterTaps(marks, rows).length
  return [
    ...(state === 'saved' ? [t('Not sent yet')] : []),
    ...(state === 'refused' ? [t('Not accepted')] : []),
    ...(notRecorded.length > 0 ? [t('Not recorded: {names}', { names: namesOf(notRecorded) })] : []),
    ...(differences.length > 0 ? [t('Marked differently: {n}', { n: differences.length })] : []),
    ...(later > 0 ? [changesText(later)] : []),
  ]
}

/** Notes above a class. On a phone several of them collapse into one line, to leave the screen to the roll. */
export function Notes({ session, rows }: { session: ClassSession; rows: AttendanceRow[] }) {
  const isRoomy = useRoomy()
  const notes = notesOf(useMarksOf(session._id), rows)
  const all = (
    <>
      <PhoneNote session={session} />
      <NotRecorded session={session._id} />
      <Differences session={session} rows={rows} />
      <LaterTaps session={session} rows={rows} />
    </>
  )
  if (isRoomy || notes.length < 2) return all
  return (
    <details className="marking-notes">
      <summary>{notes.join(' · ')}</summary>
      {all}
    </details>
  )
}
