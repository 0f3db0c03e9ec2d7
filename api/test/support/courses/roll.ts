import { type Client, type TestPortal, testPortal } from '../portal.ts'
import { enrol, enrolledLongAgo, family } from '../students.ts'
import { type CoursePlaces, classesOf, coursePlaces, newCourse, newYear } from './courses.ts'

export const lastTuesday = '2026-11-17'
export const nextTuesday = '2026-11-24'
export const present = (member: string, more: Record<string, unknown> = {}) => ({ member, status: 'P', ...more })
/** For a walk-in. */
export const walkIn = (member: string, more: Record<string, unknown> = {}) =>
  present(member, { creditType: 'normal', creditMinus: 25, ...more })
export const absent = (member: string) => ({ member, status: 'A' })

/** Calls of an attendance test. */
export function rollDesk(portal: TestPortal, clerk: Client, places: CoursePlaces) {
  /** A course with a class on the Tuesday before today, and one after. */
  async function classes(more: Record<string, unknown> = {}) {
    const course = await newCourse(clerk, places, more)
    const year = await newYear(clerk, places, course._id, { assistantInstructor: [places.devi] })
    const all: { _id: string; date: string }[] = await classesOf(clerk, course._id)
    const on = (date: string) => all.find((each) => each.date === date)?._id ?? ''
    return { course: course._id, name: course.name, year, past: on(lastTuesday), future: on(nextTuesday), on }
  }

  /** A class with the children of one parent enrolled in it. */
  async function lesson(credit: number, ...children: string[]) {
    const setup = await classes()
    const { parent, children: ids } = await family(portal, credit, ...children)
    const enrolled = []
    for (const child of ids) enrolled.push(await enrol(clerk, child, setup.course))
    await enrolledLongAgo(portal)
    return { ...setup, parent, children: ids, first: ids[0] ?? '', enrolled }
  }

  const take = (session: string, marks: unknown, by = clerk) => by.post(`/attendance/take/${session}`, marks)
  const rollOf = async (session: string) =>
    (await clerk.get(`/attendance?scheduledClass=${session}&isMarkAttendance=true&limit=0`)).json()
  const isTaken = async (course: string, date = lastTuesday) =>
    (await clerk.get(`/class?course=${course}&date=${date}`)).json().items[0]?.isAttendanceTaken
  return { classes, lesson, take, rollOf, isTaken }
}

/** A portal of its own with centres and coaches, and a clerk who marks. */
export async function openRollDesk() {
  const portal = await testPortal()
  const clerk = await portal.as()
  const places = await coursePlaces(portal)
  return { portal, clerk, places, desk: rollDesk(portal, clerk, places) }
}
