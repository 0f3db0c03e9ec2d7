import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { useCloseDialog } from '../../platform/feedback/dialog-context.ts'
import { coachesOf } from '../class-summary.ts'
import { Marking } from './Marking.tsx'
import './marking-modal.css'

interface Props {
  session: ClassSession
  onMarked?: () => void
  onClose: () => void
}

/** The marking of a class in a dialog, full screen on a phone. Closing it keeps the taps on the phone. */
export function MarkingModal({ session, onMarked, onClose }: Props) {
  return (
    <Dialog
      inAddress
      className="marking-modal"
      width={640}
      title={
        <>
          <span>
            {t('Mark Attendance')}: {session.course.name}
          </span>
          <div className="quiet">
            {showDay(session.date)} {session.duration} · {coachesOf(session)}
          </div>
        </>
      }
      onClose={onClose}
      lightDismiss={false}
    >
      <Content session={session} onMarked={onMarked} />
    </Dialog>
  )
}

function Content({ session, onMarked }: { session: ClassSession; onMarked: (() => void) | undefined }) {
  const close = useCloseDialog()
  function end() {
    onMarked?.()
    close?.()
  }
  return <Marking key={session._id} session={session} onDone={end} />
}
