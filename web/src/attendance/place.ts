import { weekday } from '@academy/contract/courses/calendar.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { weekdays } from '@academy/contract/courses/schedule.ts'
import { showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import type { Place } from './offline/phone-record.ts'

/** What is kept of a class, so that it is known again without signal and when its row was replaced. */
export const placeOf = (session: ClassSession): Place => ({
  _id: session._id,
  course: session.course._id,
  name: session.course.name,
  date: session.date,
  duration: session.duration,
  instructors: session.mainInstructor.map(({ name }) => name),
})

/** What a class is told by: course, day, time and who teaches it. */
export const placeWords = ({ name, date, duration, instructors }: Place): string =>
  [name, `${t(weekdays[weekday(date)] ?? '')}, ${showDay(date)}`, duration, instructors.join(', ')]
    .filter(Boolean)
    .join(' · ')

/** Who teaches a class, assistants included. */
export const coachesOf = ({ mainInstructor, assistantInstructor }: ClassSession): string =>
  [...mainInstructor, ...assistantInstructor].map(({ name }) => name).join(', ')
