import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useRef } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { useReached } from '../../platform/client/reachability.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { useCloseDialog } from '../../platform/feedback/dialog-context.ts'
import { type PhoneMarks, useMarksOf } from '../offline/phone-marks.ts'
import { placeWords } from '../place.ts'
import { asSubmission, replacedAmong } from './taps.ts'
import { WhoWasMarked } from './WhoWasMarked.tsx'

interface Props {
  /** The class that was asked for, and is none of these. */
  id: string
  sessions: readonly ClassSession[]
  onClose: () => void
}

/** In place of a class that was opened and is not there any more: why, and who was marked in it on this phone. */
export function GoneClass({ id, sessions, onClose }: Props) {
  const known = useMarksOf(id)
  const isReached = useReached()
  const last = useRef(known)
  // They are gone as soon as they were submitted elsewhere, a moment before this closes.
  if (known) last.current = known
  const marks = last.current
  // They follow the class that stands in its place (apply.ts).
  if (isReached && marks && replacedAmong([marks], sessions).length > 0) return null
  return (
    <Dialog
      inAddress
      title={
        <>
          {t('Mark Attendance')}
          {marks && <div className="quiet">{placeWords(marks.session)}</div>}
        </>
      }
      onClose={onClose}
    >
      <p>{t('This class is not in the timetable any more: it was moved, cancelled or planned anew.')}</p>
      {marks && marks.state !== 'sent' && <Marked marks={asSubmission(marks)} />}
    </Dialog>
  )
}

function Marked({ marks }: { marks: PhoneMarks }) {
  const close = useCloseDialog()
  return <WhoWasMarked marks={marks} isLost onDone={() => close?.()} />
}
