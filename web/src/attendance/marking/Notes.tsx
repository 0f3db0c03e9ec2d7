import type { AttendanceRow } from '@academy/contract/attendance/attendance.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { t } from '../../platform/client/i18n.ts'
import { useReached } from '../../platform/client/reachability.ts'
import { useRoomy } from '../../platform/shell/appearance.ts'
import { NotRecorded } from '../NotRecorded.tsx'
import { PhoneNote } from '../offline/PhoneNote.tsx'
import { type PhoneMarks, useMarksOf } from '../offline/phone-marks.ts'
import { Differences, LaterTaps, laterAmong } from './Differences.tsx'
import { namesOf } from './outcome.ts'
import { changesWords } from './taps.ts'

/** Each of the notes there are, in a few words. */
function notesOf(marks: PhoneMarks | undefined, rows: readonly AttendanceRow[], isReached: boolean): string[] {
  const { state, notRecorded = [], differences = [] } = marks ?? {}
  const later = laterAmong(marks, rows).length
  return [
    ...(isReached ? [] : [t('No signal')]),
    ...(state === 'saved' ? [t('Not sent yet')] : []),
    ...(state === 'refused' ? [t('Not accepted')] : []),
    ...(notRecorded.length > 0 ? [t('Not recorded: {names}', { names: namesOf(notRecorded) })] : []),
    ...(differences.length > 0 ? [t('Marked differently: {n}', { n: differences.length })] : []),
    ...(later > 0 ? [changesWords(later)] : []),
  ]
}

/** What is to be known above a class. On a phone several of them are one line that opens: the screen is the roll's. */
export function Notes({ session, rows }: { session: ClassSession; rows: AttendanceRow[] }) {
  const isRoomy = useRoomy()
  const isReached = useReached()
  const notes = notesOf(useMarksOf(session._id), rows, isReached)
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
