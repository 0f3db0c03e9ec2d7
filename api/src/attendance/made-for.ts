import type { MadeFor } from '@academy/contract/attendance/attendance.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import type { Tx } from '../platform/data/index.ts'
import { conflict, type Detail } from '../platform/http/index.ts'

/** The class that is marked, or that a record is of. */
interface Truth {
  class: string
  course: string
  courseName: string
  /** `YYYY-MM-DD` */
  date: string
}

type Made = Partial<MadeFor> & { member?: string | null | undefined }

const stands = ({ courseName, date }: Truth) => `${courseName} on ${displayDate(date)}`

/** The enrolments named, of whomever and whatever course, with their names. */
async function enrolmentsNamed(tx: Tx, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await tx
    .read()
    .selectFrom('enrolment')
    .innerJoin('member', 'member.id', 'enrolment.member')
    .innerJoin('course', 'course.id', 'enrolment.course')
    .select(['enrolment.id', 'enrolment.member', 'enrolment.course', 'member.name', 'course.name as courseName'])
    .where('enrolment.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The names of the courses said, where they are not the one. */
async function coursesNamed(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.read().selectFrom('course').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Refuses with a 409 what says that it was made for another class, course, date or enrolment than it is sent to; nothing
 * is written then. What is not said is not asked. An enrolment that is no more contradicts nothing: the member counts.
 */
export async function checkMadeFor(tx: Tx, made: readonly Made[], truth: Truth, pathOf: (index: number) => string) {
  const enrolments = await enrolmentsNamed(tx, [...new Set(made.flatMap(({ enrollment }) => enrollment ?? []))])
  const others = new Set(made.flatMap(({ course }) => (course && course !== truth.course ? [course] : [])))
  const courses = await coursesNamed(tx, [...others])
  const details: Detail[] = []
  for (const [index, { member, course, classDate, scheduledClass, enrollment }] of made.entries()) {
    const wrong = (field: string, message: string) => details.push({ path: pathOf(index) + field, message })
    if (course && course !== truth.course)
      wrong('course', `This class is ${stands(truth)}, not ${courses.get(course) ?? 'of another course'}`)
    if (classDate && classDate !== truth.date)
      wrong('classDate', `This class is ${stands(truth)}, not on ${displayDate(classDate)}`)
    if (scheduledClass && scheduledClass !== truth.class)
      wrong('scheduledClass', `This class is ${stands(truth)}, and the mark was made for another class`)
    const enrolment = enrollment ? enrolments.get(enrollment) : undefined
    if (!enrolment) continue
    if (member && enrolment.member !== member)
      wrong('enrollment', `The enrollment is that of ${enrolment.name}, not of the member it was sent with`)
    else if (enrolment.course !== truth.course)
      wrong(
        'enrollment',
        `The enrollment of ${enrolment.name} is in ${enrolment.courseName}, not in ${truth.courseName}`,
      )
  }
  const [first] = details
  if (first) throw conflict(first.message, details)
}
