import { attendance } from '@academy/contract/attendance/attendance.ts'
import { enrolments } from '@academy/contract/attendance/enrolments.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { Grid, Modal, Spin } from 'antd'
import { useRef } from 'react'
import { showDay } from '../kit/days.ts'
import { ask } from '../kit/notices.tsx'
import { useCall } from '../kit/query.ts'
import { t } from '../kit/words.ts'
import { MarkingForm } from './MarkingForm.tsx'
import { Roll } from './Roll.tsx'

/** Marks a class, or shows and corrects what was marked. Fills the screen on a phone. */
export function MarkingModal({ session, onClose }: { session: ClassSession; onClose: () => void }) {
  const { md } = Grid.useBreakpoint()
  const students = useCall(enrolments.students, { params: { class: session._id } })
  const roll = useCall(attendance.list, { query: { scheduledClass: session._id, isMarkAttendance: true, limit: 0 } })
  const dirty = useRef(false)

  async function close() {
    if (
      dirty.current &&
      !(await ask({ question: 'Leave without saving the attendance?', okText: 'Leave', danger: true }))
    )
      return
    onClose()
  }
  const marked = roll.data?.items ?? []
  const onRoll = new Set(marked.map(({ member }) => member._id))
  const unmarked = students.data?.items.filter(({ member }) => !onRoll.has(member._id)) ?? []
  const onDirty = (is: boolean) => {
    dirty.current = is
  }
  return (
    <Modal
      open
      className="marking-modal"
      width={md ? 640 : '100vw'}
      centered={md}
      style={md ? undefined : { top: 0 }}
      title={
        <>
          {t('Mark Attendance')}: {session.course.name}
          <div className="quiet">
            {showDay(session.date)} {session.duration}
          </div>
        </>
      }
      footer={null}
      onCancel={() => void close()}
      mask={{ closable: false }}
      destroyOnHidden
    >
      {!students.data || !roll.data ? (
        <div className="page-waiting">
          <Spin aria-label={t('Loading…')} />
        </div>
      ) : students.data.items.length === 0 && marked.length === 0 ? (
        <p className="nothing">{t('No Member Enroll in this course')}</p>
      ) : marked.length === 0 ? (
        <MarkingForm session={session} students={unmarked} onDirty={onDirty} onDone={onClose} />
      ) : (
        <Roll session={session} rows={marked} unmarked={unmarked} onDirty={onDirty} />
      )}
    </Modal>
  )
}
