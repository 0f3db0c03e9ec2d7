import { weekday, weekdays } from '@academy/contract/courses/calendar.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import type { ReactNode } from 'react'
import { showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import { useToday } from '../platform/client/today.ts'
import { Tag } from '../ui/first/Tag.tsx'
import { coachesOf } from './class-summary.ts'
import { PhoneTag } from './offline/PhoneNote.tsx'
import { useMarksOf } from './offline/phone-marks.ts'

/** Identifies a class to a coach; the children hold the button that marks it. */
export function ClassCard({
  session,
  title,
  isOn = false,
  children,
}: {
  session: ClassSession
  title: string
  isOn?: boolean
  children?: ReactNode
}) {
  const marks = useMarksOf(session._id)
  const today = useToday()
  const isToday = session.date === today
  return (
    <div className={isToday ? 'class-card today' : 'class-card'}>
      <strong>{title}</strong>
      <span>{session.duration}</span>
      <span className="quiet">
        {t(weekdays[weekday(session.date)] ?? '')}, {showDay(session.date)}
        {session.holiday ? ` · ${session.holiday}` : ''}
      </span>
      <span className="quiet">{coachesOf(session)}</span>
      <span>
        {isOn && <Tag color="processing">{t('On now')}</Tag>}
        {marks?.state !== 'saved' && <ClassState session={session} />}
        {marks && <PhoneTag marks={marks} />}
        {session.isReplacement && <Tag>{t('Replacement')}</Tag>}
      </span>
      {children}
    </div>
  )
}

function ClassState({ session }: { session: ClassSession }) {
  const today = useToday()
  if (session.isAttendanceTaken) return <Tag color="success">{t('Attendance taken')}</Tag>
  if (session.date > today) return <Tag>{t('Upcoming')}</Tag>
  return <Tag color="warning">{t('Not marked yet')}</Tag>
}
