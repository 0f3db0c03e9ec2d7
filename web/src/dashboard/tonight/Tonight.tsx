import { attendance } from '@academy/contract/attendance/attendance.ts'
import type { Overview } from '@academy/contract/dashboard/dashboard.ts'
import { classLink } from '@academy/contract/screens.ts'
import { OpenRefunds } from '../../payments/index.ts'
import { showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { useSession } from '../../platform/client/session/session.ts'
import { useTimeNow, useToday } from '../../platform/client/today.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import { ButtonLink } from '../../platform/table/rows/EntryActions.tsx'
import { Tag } from '../../ui/first/Tag.tsx'
import { Card } from '../Card.tsx'
import { Pages, type Paging } from '../parts.tsx'
import { type Held, type Moment, momentOf, timeline } from './timeline.ts'

/** The classes held but not marked, and those of today, by the time they are or were held. */
export function Tonight({ overview, unmarked }: { overview: Overview; unmarked: Paging }) {
  const today = useToday()
  const { todayClasses, unmarkedClasses } = overview
  const now = useTimeNow()
  const classes = timeline(overview, today)
  const students = todayClasses.reduce((sum, one) => sum + one.students, 0)
  return (
    <Card
      id="tonight"
      title="Tonight’s List"
      tag={unmarkedClasses.total > 0 && <Tag color="warning">{t('{n} not marked', { n: unmarkedClasses.total })}</Tag>}
      note={t(todayClasses.length === 1 ? '{n} class today, {m} students' : '{n} classes today, {m} students', {
        n: todayClasses.length,
        m: students,
      })}
    >
      <OpenRefunds level={3} />
      {classes.length === 0 ? (
        <p className="card-nothing">{t('Today No Class')}</p>
      ) : (
        <ol className="timeline">
          {classes.map((one) => (
            <Line key={one._id} held={one} moment={momentOf(one, today, now)} today={today} />
          ))}
        </ol>
      )}
      {unmarkedClasses.total > unmarkedClasses.items.length && (
        <Pages of="Tonight’s List" page={unmarked.page} total={unmarkedClasses.total} onChange={unmarked.onPage} />
      )}
    </Card>
  )
}

function Line({ held, moment, today }: { held: Held; moment: Moment; today: string }) {
  const { course, centre, duration, students, date } = held
  const [starts, ends] = duration.split(' - ')
  return (
    <li className={`moment-${moment}`}>
      <span className="timeline-time">
        {starts}
        <small>{date === today ? ends : showDay(date).slice(0, 5)}</small>
      </span>
      <span className="timeline-dot" aria-hidden />
      <div className="timeline-words">
        <div>
          <strong>{course.name}</strong>{' '}
          <span className="muted">
            {[centre, t(students === 1 ? '{n} student' : '{n} students', { n: students })].filter(Boolean).join(' · ')}
          </span>
        </div>
        <small>{wordsOf(held, moment)}</small>
      </div>
      {moment !== 'ahead' && <MarkLink held={held} moment={moment} />}
    </li>
  )
}

function wordsOf({ present, coaches: names }: Held, moment: Moment): string {
  const coaches = names.join(', ')
  const isOne = names.length === 1
  switch (moment) {
    case 'marked':
      return t('{n} present', { n: present ?? 0 })
    case 'late':
      return coaches
        ? t(isOne ? '{coaches} has not marked' : '{coaches} have not marked', { coaches })
        : t('Not marked yet')
    case 'now':
      return coaches ? t('On now · {coaches}', { coaches }) : t('On now')
    case 'ahead':
      return coaches
  }
}

function MarkLink({ held: { _id, course, date }, moment }: { held: Held; moment: Moment }) {
  const { can } = useSession()
  const isMarked = moment === 'marked'
  const label = t(isMarked ? 'View Attendance' : 'Mark Attendance')
  const may = isMarked || can(attendance.take.may) ? 'attendance.view' : attendance.take.may
  if (!can(may))
    return (
      <ReasonButton size="small" may={may}>
        {label}
      </ReasonButton>
    )
  return (
    <ButtonLink
      {...classLink({ _id, course: course._id, date })}
      size="small"
      look={isMarked ? 'text' : moment === 'now' ? 'primary' : 'default'}
    >
      {label}
    </ButtonLink>
  )
}
