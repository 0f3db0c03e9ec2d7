import { scheduleMessages } from '@academy/contract/courses/schedule.ts'
import { checkReferences } from '../../lists/lists.ts'
import { seesCentre, type Tx } from '../../platform/data/index.ts'
import { conflict, found, invalid, notFound } from '../../platform/http/index.ts'
import { type Instructors, instructorIds } from '../instructors.ts'
import type { CourseYearRecord } from '../tables.ts'

/** A scheduled year with its course's name, locked. */
export type LockedYear = CourseYearRecord & Instructors & { name: string; courseIsDisable: boolean }

export const section = 'Scheduling'

const lockedYears = (tx: Tx) =>
  tx
    .read()
    .selectFrom('courseYear')
    .innerJoin('course', 'course.id', 'courseYear.course')
    .selectAll('courseYear')
    .select(['course.name', 'course.centre', 'course.isDisable as courseIsDisable'])
    .forUpdate('courseYear')

type YearRow = Awaited<ReturnType<ReturnType<typeof lockedYears>['execute']>>[number]

/** Instructors are read after the lock: an earlier transaction may have changed them. */
async function visible(tx: Tx, row: YearRow | undefined): Promise<LockedYear> {
  const { centre, ...year } = found(row, 'Schedule')
  if (!seesCentre(tx, centre)) throw notFound('Schedule')
  const instructors = await tx
    .read()
    .selectFrom('courseYear')
    .select([
      instructorIds('courseYear', 'mainInstructor').as('mainInstructor'),
      instructorIds('courseYear', 'assistantInstructor').as('assistantInstructor'),
    ])
    .where('id', '=', year.id)
    .executeTakeFirstOrThrow()
  return { ...year, ...instructors }
}

/** Every change of a schedule locks its year first. 404 when there is none, or it is another centre's. */
export const lockYear = async (tx: Tx, id: string): Promise<LockedYear> =>
  visible(tx, await lockedYears(tx).where('courseYear.id', '=', id).executeTakeFirst())

/** The same by course and year: 400 for a course that does not exist, 409 when it has no schedule in that year. */
export async function lockYearOf(tx: Tx, course: string, year: number): Promise<LockedYear> {
  const row = await lockedYears(tx)
    .where('courseYear.course', '=', course)
    .where('courseYear.year', '=', year)
    .executeTakeFirst()
  if (row) return visible(tx, row)
  const known = await tx.read().selectFrom('course').select('id').where('id', '=', course).executeTakeFirst()
  if (!known) throw invalid([{ path: 'course', message: 'This Course does not exist' }])
  throw conflict(scheduleMessages.unscheduled)
}

/** 409 for a disabled course: no class is made for it. Those that it has can be changed and cancelled. */
export function refuseDisabled({ name, courseIsDisable }: { name: string; courseIsDisable: boolean }): void {
  if (courseIsDisable) throw conflict(`${name} is disabled`)
}

/** Checks newly chosen instructors and removes duplicates. */
export async function checkInstructors(
  tx: Tx,
  wanted: { mainInstructor?: string[]; assistantInstructor?: string[] | null },
  was: Instructors = { mainInstructor: [], assistantInstructor: [] },
): Promise<Instructors> {
  const main = [...new Set(wanted.mainInstructor ?? was.mainInstructor)]
  const assistant = wanted.assistantInstructor === undefined ? was.assistantInstructor : wanted.assistantInstructor
  const assistants = [...new Set(assistant ?? [])]
  const known = [...was.mainInstructor, ...was.assistantInstructor]
  await checkReferences(tx, 'coach', main, 'mainInstructor', known)
  await checkReferences(tx, 'coach', assistants, 'assistantInstructor', known)
  return { mainInstructor: main, assistantInstructor: assistants }
}
