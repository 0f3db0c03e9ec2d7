import { attendance } from '@academy/contract/attendance/attendance.ts'
import { enrolments } from '@academy/contract/attendance/enrolments.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { Spin } from 'antd'
import { useMemo } from 'react'
import { useCall } from '../kit/query.ts'
import { t } from '../kit/words.ts'
import { MarkingForm } from './MarkingForm.tsx'
import { Notes } from './Notes.tsx'
import { useMarksOf } from './phone-marks.ts'
import { Roll } from './Roll.tsx'
import { rollOf } from './sending.ts'
import { goneOf } from './taps.ts'
import { Unread } from './Unread.tsx'

/** Marks a class, or shows and corrects what was marked. What it has read opens again without signal. */
export function Marking({ session, onDone }: { session: ClassSession; onDone?: () => void }) {
  const students = useCall(enrolments.students, { params: { class: session._id } }, { kept: true })
  const roll = useCall(attendance.list, rollOf(session._id), { kept: true })
  const marked = roll.data?.items
  const enrolled = students.data?.items
  const unmarked = useMemo(() => {
    const onRoll = new Set(marked?.map(({ member }) => member._id))
    return enrolled?.filter(({ member }) => !onRoll.has(member._id)) ?? []
  }, [marked, enrolled])
  const marks = useMarksOf(session._id)
  const gone = useMemo(
    () => goneOf(marks, new Set([...(marked ?? []), ...(enrolled ?? [])].map(({ member }) => member._id))),
    [marks, marked, enrolled],
  )
  const failed = students.error ?? roll.error
  if (!marked || !enrolled)
    return failed ? (
      <Unread error={failed} offline="This class was not opened on this phone before; it needs signal." />
    ) : (
      <div className="page-waiting">
        <Spin aria-label={t('Loading…')} />
      </div>
    )
  return (
    <>
      <Notes session={session} rows={marked} />
      {marked.length === 0 && enrolled.length === 0 && (
        <p className="nothing">{t('No Member Enroll in this course')}</p>
      )}
      {marked.length > 0 ? (
        <Roll session={session} rows={marked} unmarked={unmarked} gone={gone} />
      ) : (
        enrolled.length + gone.length > 0 && (
          <MarkingForm session={session} students={unmarked} gone={gone} {...(onDone ? { onDone } : {})} />
        )
      )}
    </>
  )
}
