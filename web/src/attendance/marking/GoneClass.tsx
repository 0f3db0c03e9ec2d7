import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useRef } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { useReached } from '../../platform/client/reachability.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { useCloseDialog } from '../../platform/feedback/dialog-context.ts'
import { classTitle } from '../class-summary.ts'
import { type PhoneMarks, useMarksOf } from '../offline/phone-marks.ts'
import { asSubmission, findReplaced } from './taps.ts'
import { WhoWasMarked } from './WhoWasMarked.tsx'

interface Props {
  /** The requested class, which is not among `sessions`. */
  id: string
  sessions: readonly ClassSession[]
  onClose: () => void
}

/** Replaces a class that was opened and no longer exists: says why, and who was marked in it on this device. */
export function GoneClass({ id, sessions, onClose }: Props) {
  const known = useMarksOf(id)
  const isReached = useReached()
  const last = useRef(known)
  // Submitting them elsewhere removes the marks just before this dialog closes.
  if (known) last.current = known
  const marks = last.current
  // useReplacedClasses (reassign.ts) moves them to the class that took its place.
  if (isReached && marks && findReplaced([marks], sessions).length > 0) return null
  return (
    <Dialog
      inAddress
      title={
        <>
          {t('Mark Attendance')}
          {marks && <div className="quiet">{classTitle(marks.session)}</div>}
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
