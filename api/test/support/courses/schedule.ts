import { lockClass, setAttendanceTaken } from '../../../src/courses/courses.ts'
import { type Client, type TestPortal, testPortal } from '../portal.ts'
import { type CoursePlaces, classesOf, coursePlaces, newCourse, newYear } from './courses.ts'

export interface Listed {
  _id: string
  date: string
}
export const datesOf = (items: Listed[]) => items.map((each) => each.date)

/** Calls of a schedule test. */
export function scheduleDesk(portal: TestPortal, clerk: Client, places: CoursePlaces) {
  /** A scheduled course of its own: its id, the year, a class by date. */
  async function scheduled(more: Record<string, unknown> = {}) {
    const course = await newCourse(clerk, places)
    const year = await newYear(clerk, places, course._id, more)
    const classOn = async (date: string): Promise<Listed & Record<string, unknown>> =>
      (await classesOf(clerk, course._id, year.year)).find((each: Listed) => each.date === date)
    return { course: course._id, year, classOn }
  }
  /** As taking attendance does. */
  const attend = (id: string) =>
    portal.run(async (tx) => {
      await setAttendanceTaken(tx, await lockClass(tx, id), true)
    })
  const yearOf = async (course: string) => (await clerk.get(`/course-scheduled-year?course=${course}`)).json().items[0]
  const pattern = (more: Record<string, unknown> = {}) => ({
    day: 4,
    duration: '20:00 - 21:00',
    mainInstructor: [places.devi],
    ...more,
  })
  return { scheduled, attend, yearOf, pattern }
}

/** A portal of its own with centres and coaches, and a clerk in the office. */
export async function openScheduleDesk() {
  const portal = await testPortal()
  const clerk = await portal.as()
  const places = await coursePlaces(portal)
  return { portal, clerk, places, desk: scheduleDesk(portal, clerk, places) }
}
