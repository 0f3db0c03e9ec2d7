import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { useCloseDialog } from '../../platform/feedback/dialog-context.ts'
import { useRoomy } from '../../platform/shell/appearance.ts'
import { coachesOf } from '../place.ts'
import { Marking } from './Marking.tsx'
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
