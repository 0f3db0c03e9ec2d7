import { daysBetween } from '@academy/contract/courses/calendar.ts'
import { type ClassSession, schedule } from '@academy/contract/courses/schedule.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useSession } from '../platform/client/session/session.ts'
import { useToday } from '../platform/client/today.ts'
import { Dialog } from '../platform/feedback/Dialog.tsx'
import { Waiting } from '../platform/feedback/Waiting.tsx'
import { classSummary, classTitle, coachesOf } from './class-summary.ts'
import type { PhoneMarks } from './offline/phone-marks.ts'
import { ReadError } from './offline/ReadError.tsx'
import { submitTo } from './offline/reassign.ts'
import { isOwn } from './own-classes.ts'

const all = 1000
const mostOfCourse = 12

/**
 * Classes the marks may be submitted to, in groups and nearest first: of the same course, the coach's own, others of
 * that day.
 */
function useChoices({ session }: PhoneMarks) {
  const { user } = useSession()
  const today = useToday()
  const [year, month] = session.date.split('-').map(Number)
  const ofCourse = useCall(schedule.classes, { query: { course: session.course, year, limit: all, sort: '+date' } })
  const ofMonth = useCall(schedule.classes, { query: { year, month, limit: all, sort: '+duration' } })
  const distance = ({ date }: ClassSession) => Math.abs(daysBetween(session.date, date))
  const past = (data: { items: ClassSession[] } | undefined) =>
    (data?.items ?? []).filter(({ date }) => date <= today).toSorted((one, other) => distance(one) - distance(other))
  const isMine = (session: ClassSession) => isOwn(session, user?.coachRelated?._id)
  const others = past(ofMonth.data).filter(({ course }) => course._id !== session.course)
  return {
    isPending: ofCourse.isPending || ofMonth.isPending,
    error: ofCourse.error ?? ofMonth.error,
    groups: [
      [session.name, past(ofCourse.data).slice(0, mostOfCourse)],
      ['Your classes', others.filter(isMine)],
      ['Other classes of that day', others.filter((one) => !isMine(one) && one.date === session.date)],
    ] as const,
  }
}

interface Props {
  marks: PhoneMarks
  onClose: () => void
  /** Called once the marks were submitted. */
  onDone?: () => void
}

/** Lets a coach choose the class that marks were made for when it cannot be found automatically. */
export function ChooseClass({ marks, onClose, onDone }: Props) {
  async function choose(session: ClassSession) {
    if (!(await submitTo(marks, session))) return
    onClose()
    onDone?.()
  }
  const { isPending, error, groups } = useChoices(marks)
  const shown = groups.filter(([, sessions]) => sessions.length > 0)
  return (
    <Dialog
      title={
        <>
          {t('Choose the class')}
          <div className="quiet">{t('Marked: {place}', { place: classTitle(marks.session) })}</div>
        </>
      }
      onClose={onClose}
    >
      {isPending && <Waiting />}
      {!isPending && error && <ReadError error={error} offline="The classes to choose from need signal." />}
      {!isPending && !error && shown.length === 0 && <p className="nothing">{t('There is no class it could be.')}</p>}
      {shown.map(([title, sessions]) => (
        <section key={title} aria-label={t(title)}>
          <h3>{t(title)}</h3>
          <ul className="choose-class">
            {sessions.map((session) => (
              <li key={session._id}>
                <button type="button" onClick={() => void choose(session)}>
                  {classTitle({ ...classSummary(session), instructors: [coachesOf(session)] })}
                  {session.isAttendanceTaken && <span className="quiet"> · {t('Attendance taken')}</span>}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}
