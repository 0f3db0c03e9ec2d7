import { scheduleMessages } from '@academy/contract/courses/schedule.ts'
import { conflict, found, notFound } from '../kit/errors.ts'
import type { Tx } from '../kit/tx.ts'
import { checkReferences } from '../lists/lists.ts'
import { courseForEnrolment, seesCentre } from './courses.ts'
import type { CourseTables, CourseYearTable } from './tables.ts'

/** A scheduled year with its course's name, locked. */
export type LockedYear = CourseYearTable & { name: string }

export const section = 'Scheduling'

const lockedYears = (tx: Tx) =>
  tx
    .read<CourseTables>()
    .selectFrom('courseYear')
    .innerJoin('course', 'course.id', 'courseYear.course')
    .selectAll('courseYear')
    .select(['course.name', 'course.centre'])
    .forUpdate('courseYear')

type YearRow = Awaited<ReturnType<ReturnType<typeof lockedYears>['execute']>>[number]

function visible(tx: Tx, row: YearRow | undefined): LockedYear {
  const { centre, ...year } = found(row, 'Schedule')
  if (!seesCentre(tx, centre)) throw notFound('Schedule')
  return year
}

/** Every change of a schedule locks its year first. 404 when there is none, or it is another centre's. */
export const lockYear = async (tx: Tx, id: string): Promise<LockedYear> =>
  visible(tx, await lockedYears(tx).where('courseYear.id', '=', id).executeTakeFirst())

/** The same by course and year: 404 without the course, 409 when it has no schedule in that year. */
export async function lockYearOf(tx: Tx, course: string, year: number): Promise<LockedYear> {
  await courseForEnrolment(tx, course)
  const row = await lockedYears(tx)
    .where('courseYear.course', '=', course)
    .where('courseYear.year', '=', year)
    .executeTakeFirst()
  if (!row) throw conflict(scheduleMessages.unscheduled)
  return visible(tx, row)
}

/** Checks instructors that were not there before, and takes each once. */
export async function checkInstructors(
  tx: Tx,
  wanted: { mainInstructor?: string[]; assistantInstructor?: string[] | null },
  was: { mainInstructor: string[]; assistantInstructor: string[] } = { mainInstructor: [], assistantInstructor: [] },
): Promise<{ mainInstructor: string[]; assistantInstructor: string[] }> {
  const main = [...new Set(wanted.mainInstructor ?? was.mainInstructor)]
  const assistant = wanted.assistantInstructor === undefined ? was.assistantInstructor : wanted.assistantInstructor
  const assistants = [...new Set(assistant ?? [])]
  const known = [...was.mainInstructor, ...was.assistantInstructor]
  await checkReferences(tx, 'coach', main, 'mainInstructor', known)
  await checkReferences(tx, 'coach', assistants, 'assistantInstructor', known)
  return { mainInstructor: main, assistantInstructor: assistants }
}
