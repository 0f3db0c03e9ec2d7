import { weekday, weekdays } from '@academy/contract/courses/calendar.ts'
import type { ClassSession } from '@academy/contract/courses/schedule.ts'
import { showDay } from '../platform/client/dates.ts'
import { t } from '../platform/client/i18n.ts'
import type { ClassSummary } from './offline/phone-marks-schema.ts'

/** What is stored of a class, to recognise it without signal and after its row was replaced. */
export const classSummary = (session: ClassSession): ClassSummary => ({
  _id: session._id,
  course: session.course._id,
  name: session.course.name,
  date: session.date,
  duration: session.duration,
  instructors: session.mainInstructor.map(({ name }) => name),
})

/** The class's display title: course, day, time and instructors. */
export const classTitle = ({ name, date, duration, instructors }: ClassSummary): string =>
  [name, `${t(weekdays[weekday(date)] ?? '')}, ${showDay(date)}`, duration, instructors.join(', ')]
    .filter(Boolean)
    .join(' · ')

/** Classes of a month by day, as a coach looks for them: those that may be marked, the latest first, then those to come. */
export const nearestFirst = <Session extends Pick<ClassSession, 'date'>>(
  sessions: readonly Session[],
  today: string,
) => [...sessions.filter(({ date }) => date <= today).reverse(), ...sessions.filter(({ date }) => date > today)]

/** All instructors of a class, assistants included. */
export const coachesOf = ({ mainInstructor, assistantInstructor }: ClassSession): string =>
  [...mainInstructor, ...assistantInstructor].map(({ name }) => name).join(', ')
