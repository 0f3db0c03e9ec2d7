import type { enrolments } from '@academy/contract/attendance/enrolments.ts'
import { daysBetween } from '@academy/contract/courses/calendar.ts'
import type { ResultOf } from '@academy/contract/platform/endpoint.ts'
import { showDay } from '../../platform/client/dates.ts'
import { t } from '../../platform/client/i18n.ts'
import { ReasonButton } from '../../platform/shell/Guard.tsx'
import type { Marks } from './marking.ts'

/** Undefined in an answer that was read before it had one. */
export type LastTime = ResultOf<typeof enrolments.students>['lastTime'] | undefined

interface Props {
  /** The class's day. */
  date: string
  lastTime: LastTime
  marks: Marks
  /** Told who was marked by it. */
  onFill: (members: string[]) => void
}

const week = 7

/** Marks present whoever was in the course's class before; who is marked already stays so. */
export function SameAsLast({ date, lastTime, marks, onFill }: Props) {
  const isLastWeek = !lastTime || daysBetween(lastTime.date, date) === week
  function fill() {
    const members = (lastTime?.present ?? []).filter((member) => marks.isIn(member) && !marks.has(member))
    marks.set(members, true)
    onFill(members)
  }
  return (
    <ReasonButton size="large" reason={!lastTime && 'No earlier class of this course was marked.'} onClick={fill}>
      {isLastWeek ? t('Same as last week') : t('Same as {day}', { day: showDay(lastTime.date) })}
    </ReasonButton>
  )
}
