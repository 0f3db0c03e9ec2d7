import { sql } from 'kysely'
import { holidaysOf } from '../../holidays/holidays.ts'
import type { Tx } from '../../platform/data/index.ts'
import { type Instructors, instructorIds } from '../instructors.ts'
import type { PendingTable } from '../tables.ts'

/** Time, instructors and remark of a class. */
export type ClassDetails = Pick<PendingTable, 'starts' | 'ends'> & Instructors & { remark?: string | null }
/** A date without its class, with the instructors of that class; `classes` counts how many it lost. */
export type Pending = PendingTable & Instructors & { classes: number }
/** Of `pending_replacement`. */
export const classesPending = sql<number>`1 + coalesce((select times from pending_again as again
  where again.course_year = pending_replacement.course_year and again.date = pending_replacement.date), 0)`
type Writer = Parameters<Parameters<Tx['change']>[1]>[0]

/** The holidays a scheduled year can meet, date to name: it begins on the last day of the year before. */
export const holidaysMetBy = (tx: Tx, { year }: { year: number }) => holidaysOf(tx, year - 1, year)

/** The holidays of the year a date lies in, date to name. */
export const holidaysNear = (tx: Tx, date: string) => holidaysOf(tx, Number(date.slice(0, 4)))

/** The row of a date that needs a replacement; `holiday` is set when a holiday took its class. */
export const pendingRow = (
  courseYear: string,
  date: string,
  { starts, ends, mainInstructor, assistantInstructor, remark = null }: ClassDetails,
  holidays: ReadonlyMap<string, string>,
): Pending => ({
  courseYear,
  date,
  starts,
  ends,
  mainInstructor,
  assistantInstructor,
  remark,
  holiday: holidays.get(date) ?? null,
  classes: 1,
})

/** The pending dates of a year, earliest first. */
export const pendingOf = (tx: Tx, courseYear: string): Promise<Pending[]> =>
  tx
    .read()
    .selectFrom('pendingReplacement')
    .selectAll()
    .select([
      instructorIds('pendingReplacement', 'mainInstructor').as('mainInstructor'),
      instructorIds('pendingReplacement', 'assistantInstructor').as('assistantInstructor'),
      classesPending.as('classes'),
    ])
    .where('courseYear', '=', courseYear)
    .orderBy('date')
    .execute()

const instructorRows = ({ courseYear, date, mainInstructor, assistantInstructor }: Pending) => [
  ...mainInstructor.map((coach, position) => ({ courseYear, date, coach, isMain: true, position })),
  ...assistantInstructor.map((coach, position) => ({ courseYear, date, coach, isMain: false, position })),
]

/** Adds pending dates of a locked year; one that is pending already is so once more, and stays as it is otherwise. */
export async function addPending(on: Writer, rows: readonly Pending[]): Promise<void> {
  if (rows.length === 0) return
  const firsts = rows.filter(({ date }, index) => rows.findIndex((each) => each.date === date) === index)
  const added = await on()
    .insertInto('pendingReplacement')
    .values(firsts.map(({ mainInstructor, assistantInstructor, classes, ...row }) => row))
    .onConflict((clash) => clash.doNothing())
    .returning('date')
    .execute()
  const isAdded = ({ date }: Pending) => added.some((each) => each.date === date)
  const taught = firsts.filter(isAdded).flatMap(instructorRows)
  if (taught.length > 0) await on().insertInto('pendingReplacementInstructor').values(taught).execute()
  const again = firsts
    .map((first) => {
      const lost = rows.filter(({ date }) => date === first.date).reduce((sum, { classes }) => sum + classes, 0)
      return { courseYear: first.courseYear, date: first.date, times: lost - Number(isAdded(first)) }
    })
    .filter(({ times }) => times > 0)
  if (again.length > 0)
    await on()
      .insertInto('pendingAgain')
      .values(again)
      .onConflict((same) =>
        same.columns(['courseYear', 'date']).doUpdateSet({ times: sql`pending_again.times + excluded.times` }),
      )
      .execute()
}

/** One class of a date of a locked year is made up for. */
export async function removePending(on: Writer, courseYear: string, date: string): Promise<void> {
  const again = await on()
    .deleteFrom('pendingAgain')
    .where('courseYear', '=', courseYear)
    .where('date', '=', date)
    .returning('times')
    .executeTakeFirst()
  if (!again) await forgetPending(on, courseYear, [date])
  else if (again.times > 1)
    await on()
      .insertInto('pendingAgain')
      .values({ courseYear, date, times: again.times - 1 })
      .execute()
}

/** Takes dates away, however many of their classes are pending. */
export const forgetPending = (on: Writer, courseYear: string, dates: readonly string[]) =>
  on()
    .deleteFrom('pendingReplacement')
    .where('courseYear', '=', courseYear)
    .where('date', 'in', [...dates])
    .execute()
