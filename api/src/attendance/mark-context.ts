import type { MarkContext } from '@academy/contract/attendance/mark-context.ts'
import { displayDate } from '@academy/contract/courses/calendar.ts'
import { sql } from 'kysely'
import { plannedOnce, type Tx } from '../platform/data/index.ts'
import { conflict, type Detail } from '../platform/http/index.ts'

/** The class that is marked, or that the record belongs to. */
interface ActualClass {
  class: string
  course: string
  courseName: string
  /** `YYYY-MM-DD` */
  date: string
}

/** What stands before the names of a mark's fields in the body of its call. */
export type PathOf = (index: number) => string
export const inList: PathOf = (index) => `${index}.`
export const alone: PathOf = () => ''

type SentContext = Partial<MarkContext> & { member?: string | null | undefined }

const classText = ({ courseName, date }: ActualClass) => `${courseName} on ${displayDate(date)}`

/** The enrolments with these ids, of any member and course, with both names. */
async function enrolmentsById(tx: Tx, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await tx
    .read()
    .selectFrom('enrolment')
    .innerJoin('member', 'member.id', 'enrolment.member')
    .innerJoin('course', 'course.id', 'enrolment.course')
    .select(['enrolment.id', 'enrolment.member', 'enrolment.course', 'member.name', 'course.name as courseName'])
    .where('enrolment.id', '=', sql<string>`any(${ids})`)
    .modifyEnd(plannedOnce)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function courseNames(tx: Tx, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.read().selectFrom('course').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * 409 when a mark names another class, course, date or enrolment than the one it is sent to. Fields left out are not
 * checked, and neither is an enrolment that no longer exists: the member decides.
 */
export async function checkMarkContext(tx: Tx, sent: readonly SentContext[], actual: ActualClass, pathOf: PathOf) {
  const enrolments = await enrolmentsById(tx, [...new Set(sent.flatMap(({ enrollment }) => enrollment ?? []))])
  const others = new Set(sent.flatMap(({ course }) => (course && course !== actual.course ? [course] : [])))
  const courses = await courseNames(tx, [...others])
  const details: Detail[] = []
  for (const [index, { member, course, classDate, scheduledClass, enrollment }] of sent.entries()) {
    const wrong = (field: string, message: string) => details.push({ path: pathOf(index) + field, message })
    if (course && course !== actual.course)
      wrong('course', `This class is ${classText(actual)}, not ${courses.get(course) ?? 'of another course'}`)
    if (classDate && classDate !== actual.date)
      wrong('classDate', `This class is ${classText(actual)}, not on ${displayDate(classDate)}`)
    if (scheduledClass && scheduledClass !== actual.class)
      wrong('scheduledClass', `This class is ${classText(actual)}, and the mark was made for another class`)
    const enrolment = enrollment ? enrolments.get(enrollment) : undefined
    if (!enrolment) continue
    if (member && enrolment.member !== member)
      wrong('enrollment', `The enrollment is that of ${enrolment.name}, not of the member it was sent with`)
    else if (enrolment.course !== actual.course)
      wrong(
        'enrollment',
        `The enrollment of ${enrolment.name} is in ${enrolment.courseName}, not in ${actual.courseName}`,
      )
  }
  const [first] = details
  if (first) throw conflict(first.message, details)
}
