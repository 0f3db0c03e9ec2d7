import { displayDate } from '@academy/contract/courses/calendar.ts'
import { sql } from 'kysely'
import { inCallersCentres, plannedOnce, seesCentre, type Tx } from '../platform/data/index.ts'
import { conflict, found, HttpError, notFound } from '../platform/http/index.ts'

/** A course as enrolments need it; `credits` are the credits of one class by credit type, null where the course has none. */
export interface CourseForEnrolment {
  _id: string
  name: string
  isDisable: boolean
  centre: string | null
  credits: { normal: number; normal2: number; special: number | null; free: number | null }
}

/** 404 when there is no such course. */
export async function courseForEnrolment(tx: Tx, id: string): Promise<CourseForEnrolment> {
  const course = await tx
    .read()
    .selectFrom('course')
    .select(['id', 'name', 'isDisable', 'centre', 'normal', 'normal2', 'special', 'free'])
    .where('id', '=', id)
    .executeTakeFirst()
  const { name, isDisable, centre, normal, normal2, special, free } = found(course, 'Course')
  return { _id: id, name, isDisable, centre, credits: { normal, normal2, special, free } }
}

export { isLatelyOverdue } from './class-list.ts'
export { instructorNames, instructorsOf } from './instructors.ts'

/** A class of a course, with what attendance copies from it. */
export interface ClassOfCourse {
  _id: string
  course: string
  courseName: string
  /** `YYYY-MM-DD` */
  date: string
  /** `HH:mm` */
  starts: string
  ends: string
  isAttendanceTaken: boolean
}

const classes = (tx: Tx) =>
  tx
    .read()
    .selectFrom('class')
    .innerJoin('course', 'course.id', 'class.course')
    .select([
      'class.id',
      'class.course',
      'course.name',
      'course.centre',
      'class.date',
      'class.starts',
      'class.ends',
      'class.isAttendanceTaken',
    ])

const classById = (tx: Tx, id: string) => classes(tx).where('class.id', '=', id)

type ClassRow = Awaited<ReturnType<ReturnType<typeof classes>['execute']>>[number]

function classFrom(tx: Tx, row: ClassRow | undefined): ClassOfCourse {
  const { id, name, centre, ...rest } = found(row, 'Class')
  if (!seesCentre(tx, centre)) throw notFound('Class')
  return { _id: id, courseName: name, ...rest }
}

/** 404 when there is no such class, or it is another centre's. */
export const classOf = async (tx: Tx, id: string): Promise<ClassOfCourse> =>
  classFrom(tx, await classById(tx, id).modifyEnd(plannedOnce).executeTakeFirst())

/** The same, locked until the transaction ends: nobody cancels, moves or marks it meanwhile. */
export const lockClass = async (tx: Tx, id: string): Promise<ClassOfCourse> =>
  classFrom(tx, await classById(tx, id).forUpdate('class').modifyEnd(plannedOnce).executeTakeFirst())

/** Undefined where there is no such class, or it is another centre's. */
export const classVersion = async (tx: Tx, id: string): Promise<string | undefined> => {
  const seen = classById(tx, id).where(inCallersCentres(tx, 'course.centre'))
  return (await seen.select(sql<string>`class.row_version`.as('version')).executeTakeFirst())?.version
}

/** Finds a class again when its own row is gone, after its year was rescheduled. */
export interface ClassPlace {
  course: string
  /** `YYYY-MM-DD` */
  date: string
}

/** 404, naming the course to callers who may see it. */
async function noClassAt(tx: Tx, course: string, date: string): Promise<HttpError> {
  const known = await tx
    .read()
    .selectFrom('course')
    .select(['name', 'centre'])
    .where('id', '=', course)
    .executeTakeFirst()
  return known && seesCentre(tx, known.centre)
    ? new HttpError(404, `${known.name} has no class on ${displayDate(date)} any more`)
    : notFound('Class')
}

/** The class of a course on a day, locked. 404 when there is none, 409 when there are several. */
async function lockClassAt(tx: Tx, { course, date }: ClassPlace): Promise<ClassOfCourse> {
  const rows = await classes(tx)
    .where('class.course', '=', course)
    .where('class.date', '=', date)
    .orderBy('class.id')
    .forUpdate('class')
    .execute()
  if (rows.length === 0) throw await noClassAt(tx, course, date)
  const session = classFrom(tx, rows[0])
  if (rows.length > 1)
    throw conflict(
      `The class was replaced, and ${session.courseName} has ${rows.length} classes on ${displayDate(date)}: choose the one that was marked`,
    )
  return session
}

/** Like `lockClass`; a class whose row is gone is found again by `place`, if given. */
export async function lockClassOrSuccessor(tx: Tx, id: string, place: ClassPlace | undefined): Promise<ClassOfCourse> {
  const row = await classById(tx, id).forUpdate('class').modifyEnd(plannedOnce).executeTakeFirst()
  return row || !place ? classFrom(tx, row) : lockClassAt(tx, place)
}

/** Whether a class has attendance; while it has, it can be neither changed nor cancelled. Call with the class locked. */
export async function setAttendanceTaken(tx: Tx, session: ClassOfCourse, taken: boolean): Promise<void> {
  if (session.isAttendanceTaken === taken) return
  await tx.change(
    {
      section: 'Mark Attendance',
      docType: 'class',
      docId: session._id,
      action: 'Updated',
      description: `${taken ? 'Attendance taken' : 'No attendance any more'}: ${session.courseName}, ${displayDate(session.date)}`,
      from: { isAttendanceTaken: session.isAttendanceTaken },
      to: { isAttendanceTaken: taken },
    },
    (on) =>
      on()
        .updateTable('class')
        .set({ isAttendanceTaken: taken, updatedAt: tx.now })
        .where('id', '=', session._id)
        .modifyEnd(plannedOnce)
        .execute(),
  )
}
