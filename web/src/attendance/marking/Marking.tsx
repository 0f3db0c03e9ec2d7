import { attendance } from '@academy/contract/attendance/attendance.ts'
import { enrolments } from '@academy/contract/attendance/enrolments.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { useMemo, useState } from 'react'
import { EnrollSeveral } from '../../members/index.ts'
import { t } from '../../platform/client/i18n.ts'
import { lazyComponent } from '../../platform/client/loading/lazy.ts'
import { useCall } from '../../platform/client/query.ts'
import { useReached } from '../../platform/client/reachability.ts'
import { Waiting } from '../../platform/feedback/Waiting.tsx'
import { Allowed, ReasonButton } from '../../platform/shell/Guard.tsx'
import { rollOf } from '../offline/calls.ts'
import { useMarksOf } from '../offline/phone-marks.ts'
import { ReadError } from '../offline/ReadError.tsx'
import { MarkingForm } from './MarkingForm.tsx'
import { Notes } from './Notes.tsx'
import { Roll } from './Roll.tsx'
import { noLongerInClass } from './taps.ts'
import { AddMember } from './walk-ins/AddMember.tsx'
import { useWalkIns } from './walk-ins/walk-ins.ts'

const ClassNewcomers = lazyComponent(() => import('../newcomers/ClassNewcomers.tsx'))

/** Marks a class, or shows and corrects its roll. Whatever was read opens again without signal. */
export function Marking({ session, onDone }: { session: ClassSession; onDone?: () => void }) {
  const students = useCall(enrolments.students, { params: { class: session._id } }, { offline: true })
  const roll = useCall(attendance.list, rollOf(session._id), { offline: true })
  const marked = roll.data?.items
  const enrolled = students.data?.items
  const unmarked = useMemo(() => {
    const onRoll = new Set(marked?.map(({ member }) => member._id))
    return enrolled?.filter(({ member }) => !onRoll.has(member._id)) ?? []
  }, [marked, enrolled])
  const marks = useMarksOf(session._id)
  const inClass = useMemo(
    () => new Set([...(marked ?? []), ...(enrolled ?? [])].map(({ member }) => member._id)),
    [marked, enrolled],
  )
  const walkIns = useWalkIns(marks, inClass)
  // Walk-ins come first so that somebody just added is visible.
  const attending = useMemo(() => [...walkIns, ...unmarked], [unmarked, walkIns])
  const known = useMemo(() => new Set([...inClass, ...walkIns.map(({ member }) => member._id)]), [inClass, walkIns])
  const gone = useMemo(() => noLongerInClass(marks, known), [marks, known])
  const [isEnrolling, setEnrolling] = useState(false)
  const isReached = useReached()
  const failed = students.error ?? roll.error
  if (!marked || !enrolled)
    return failed ? (
      <ReadError error={failed} offline="This class was not opened on this device before; it needs signal." />
    ) : (
      <Waiting className="page-waiting" />
    )
  const add = <AddMember session={session} known={known} />
  return (
    <>
      <Notes session={session} rows={marked} />
      {marked.length === 0 && attending.length === 0 && (
        <div className="nothing">
          <p>{t('No Member Enroll in this course')}</p>
          <p className="quiet">
            {t('Members are enrolled on their own page under Class, or several at once under Course.')}
          </p>
          <Allowed may={enrolments.createSeveral.may}>
            <ReasonButton type="primary" reason={!isReached && t('Needs signal')} onClick={() => setEnrolling(true)}>
              {t('Enroll Members')}
            </ReasonButton>
          </Allowed>
        </div>
      )}
      {marked.length > 0 ? (
        <Roll session={session} rows={marked} enrolled={enrolled} unmarked={attending} gone={gone} add={add} />
      ) : attending.length + gone.length > 0 ? (
        <MarkingForm
          session={session}
          students={attending}
          gone={gone}
          lastTime={students.data?.lastTime}
          add={add}
          {...(onDone ? { onDone } : {})}
        />
      ) : (
        <div className="marking-tools">{add}</div>
      )}
      <ClassNewcomers session={session._id} />
      {/* It stays once somebody is enrolled, to say who could not be. */}
      {isEnrolling && <EnrollSeveral course={session.course} onClose={() => setEnrolling(false)} />}
    </>
  )
}
