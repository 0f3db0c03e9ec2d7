import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useRoomy } from '../kit/appearance.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { showDay } from '../kit/days.ts'
import { useCloseDialog } from '../kit/dialog-context.ts'
import { t } from '../kit/words.ts'
import { Marking } from './Marking.tsx'
import { coachesOf } from './place.ts'
import './marking-modal.css'

/** The marking of a class in a dialog; it fills the screen on a phone. What was tapped stays on the phone when it closes. */
export function MarkingModal({ session, onClose }: { session: ClassSession; onClose: () => void }) {
  const roomy = useRoomy()
  return (
    <Dialog
      inAddress
      className="marking-modal"
      width={roomy ? 640 : '100vw'}
      centered={roomy}
      style={roomy ? undefined : { top: 0 }}
      title={
        <>
          {t('Mark Attendance')}: {session.course.name}
          <div className="quiet">
            {showDay(session.date)} {session.duration} · {coachesOf(session)}
          </div>
        </>
      }
      onClose={onClose}
      mask={{ closable: false }}
    >
      <Sheet session={session} />
    </Dialog>
  )
}

function Sheet({ session }: { session: ClassSession }) {
  const close = useCloseDialog()
  return <Marking key={session._id} session={session} onDone={() => close?.()} />
}
