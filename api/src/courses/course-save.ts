import { type courses, missingOf } from '@academy/contract/courses/courses.ts'
import { checkReference, checkReferences } from '../lists/lists.ts'
import { isUnchanged, requireCentres, type Tx } from '../platform/data/index.ts'
import { dropPicture, savePicture } from '../platform/files/index.ts'
import { type Call, conflict, found, invalid, type Upload } from '../platform/http/index.ts'
import { addInstructors, type Instructors, instructorIds, setInstructors } from './instructors.ts'
import { durationOf, timeRangeOf } from './schedule/time-range.ts'
import type { CourseRecord } from './tables.ts'

type Draft = Call<typeof courses.create>['body']
type Edit = Call<typeof courses.update>['body']

type Values = Omit<CourseRecord, 'id' | 'picture' | 'isProtected' | 'createdAt' | 'updatedAt' | 'rowVersion'>
/** A course with its instructors in order. */
type Whole = Values & Instructors

const section = 'Course'

const newCourse: Whole = {
  name: '',
  sport: null,
  courseType: null,
  centre: null,
  normal: 0,
  normal2: 0,
  special: null,
  free: null,
  unlimited: false,
  starts: null,
  ends: null,
  isDisable: false,
  mainInstructor: [],
  assistantInstructor: [],
}

/** The stored course with the sent fields on top; null clears. */
function merged(was: Whole, sent: Edit): Whole {
  const orStored = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value)
  const times = sent.duration ? timeRangeOf(sent.duration) : { starts: null, ends: null }
  return {
    name: orStored(sent.name, was.name),
    sport: orStored(sent.sport, was.sport),
    courseType: orStored(sent.courseType, was.courseType),
    centre: orStored(sent.centre, was.centre),
    normal: orStored(sent.normal, was.normal),
    normal2: orStored(sent.normal2, was.normal2),
    special: orStored(sent.special, was.special),
    free: orStored(sent.free, was.free),
    unlimited: orStored(sent.unlimited, was.unlimited) ?? false,
    isDisable: orStored(sent.isDisable, was.isDisable),
    ...(sent.duration === undefined ? { starts: was.starts, ends: was.ends } : times),
    mainInstructor: [...new Set(orStored(sent.mainInstructor, was.mainInstructor) ?? [])],
    assistantInstructor: [...new Set(orStored(sent.assistantInstructor, was.assistantInstructor) ?? [])],
  }
}

async function check(tx: Tx, course: Whole, was: Whole): Promise<void> {
  const missing = missingOf({ ...course })
  if (missing.length > 0) throw invalid(missing)
  await checkReference(tx, 'centre', course.centre, 'centre', was.centre)
  await checkReference(tx, 'sport', course.sport, 'sport', was.sport)
  await checkReference(tx, 'course-type', course.courseType, 'courseType', was.courseType)
  await checkReferences(tx, 'coach', course.mainInstructor, 'mainInstructor', was.mainInstructor)
  await checkReferences(tx, 'coach', course.assistantInstructor, 'assistantInstructor', was.assistantInstructor)
}

/** For the audit trail: the times of day as the form shows them. */
const auditValues = ({ starts, ends, ...course }: Whole) => ({
  ...course,
  duration: starts && ends ? durationOf({ starts, ends }) : null,
})

/** Creates a course and answers its id. */
export async function createCourse(tx: Tx, draft: Draft, file?: Upload): Promise<string> {
  const id = tx.newId()
  const course = merged(newCourse, draft)
  requireCentres(tx, `create course ${course.name}`, course.centre)
  await check(tx, course, newCourse)
  const picture = file ? await savePicture(tx, file, null) : null
  const { mainInstructor, assistantInstructor, ...values } = course
  const description = `Created course ${course.name}`
  await tx.change(
    { section, docType: 'course', docId: id, action: 'Created', description, to: auditValues(course) },
    async (on) => {
      await on()
        .insertInto('course')
        .values({ id, picture, isProtected: false, createdAt: tx.now, updatedAt: tx.now, ...values })
        .execute()
      await addInstructors(on, 'course', [id], { mainInstructor, assistantInstructor })
    },
  )
  return id
}

async function lockCourse(tx: Tx, id: string) {
  const row = await tx.read().selectFrom('course').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  const { picture, isProtected, createdAt, updatedAt, rowVersion, id: _, ...values } = found(row, 'Course')
  // Read after the lock: an earlier transaction may have changed them.
  const instructors = await tx
    .read()
    .selectFrom('course')
    .select([
      instructorIds('course', 'mainInstructor').as('mainInstructor'),
      instructorIds('course', 'assistantInstructor').as('assistantInstructor'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const whole: Whole = { ...values, ...instructors }
  return { picture, isProtected, whole }
}

export async function updateCourse(tx: Tx, id: string, sent: Edit, file?: Upload): Promise<void> {
  const { picture: before, whole: was } = await lockCourse(tx, id)
  const course = merged(was, sent)
  requireCentres(tx, `change course ${was.name}`, was.centre, course.centre)
  await check(tx, course, was)
  if (!file && isUnchanged(was, course)) return
  const picture = file ? await savePicture(tx, file, before) : before
  const { mainInstructor, assistantInstructor, ...values } = course
  await tx.change(
    {
      section,
      docType: 'course',
      docId: id,
      action: 'Updated',
      description: `Updated course ${course.name}`,
      from: { ...auditValues(was), picture: before },
      to: { ...auditValues(course), picture },
    },
    async (on) => {
      await on()
        .updateTable('course')
        .set({ ...values, picture, updatedAt: tx.now })
        .where('id', '=', id)
        .execute()
      await setInstructors(on, 'course', [id], { mainInstructor, assistantInstructor })
    },
  )
}

/** 409 for a protected course or one that is still used by a schedule, an enrolment or attendance. */
export async function removeCourse(tx: Tx, id: string): Promise<void> {
  // First, as each change of a schedule does: its classes refer to the course, so the two would wait for each other.
  await tx.read().selectFrom('courseYear').select('id').where('course', '=', id).orderBy('id').forUpdate().execute()
  const { picture, isProtected, whole } = await lockCourse(tx, id)
  requireCentres(tx, `delete course ${whole.name}`, whole.centre)
  if (isProtected) throw conflict(`${whole.name} is protected and cannot be deleted`)
  const description = `Deleted course ${whole.name}`
  await tx.change(
    { section, docType: 'course', docId: id, action: 'Deleted', description, from: auditValues(whole) },
    (on) => on().deleteFrom('course').where('id', '=', id).execute(),
  )
  if (picture) tx.afterCommit(() => tx.portal.pictures.remove(picture))
}

/** 404 unless the course has just this picture. */
export async function removeCoursePicture(tx: Tx, id: string, file: string): Promise<void> {
  const { picture, whole } = await lockCourse(tx, id)
  requireCentres(tx, `change course ${whole.name}`, whole.centre)
  dropPicture(tx, picture, file)
  await tx.change(
    {
      section,
      docType: 'course',
      docId: id,
      action: 'Updated',
      description: `Removed the picture of course ${whole.name}`,
      from: { picture },
      to: { picture: null },
    },
    (on) => on().updateTable('course').set({ picture: null, updatedAt: tx.now }).where('id', '=', id).execute(),
  )
}
