import { holidaysOf } from '../../holidays/holidays.ts'
import type { Tx } from '../../platform/data/index.ts'
import { type Instructors, instructorIds } from '../instructors.ts'
import type { PendingTable } from '../tables.ts'

/** Time, instructors and remark of a class. */
export type ClassDetails = Pick<PendingTable, 'starts' | 'ends'> & Instructors & { remark?: string | null }
/** A date without its class, with the instructors of that class. */
export type Pending = PendingTable & Instructors
type Writer = Parameters<Parameters<Tx['change']>[1]>[0]

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
    ])
    .where('courseYear', '=', courseYear)
    .orderBy('date')
    .execute()

const instructorRows = ({ courseYear, date, mainInstructor, assistantInstructor }: Pending) => [
  ...mainInstructor.map((coach, position) => ({ courseYear, date, coach, isMain: true, position })),
  ...assistantInstructor.map((coach, position) => ({ courseYear, date, coach, isMain: false, position })),
]

/** Adds pending dates; one that is pending already stays as it is. */
export async function addPending(on: Writer, rows: readonly Pending[]): Promise<void> {
  if (rows.length === 0) return
  const added = await on()
    .insertInto('pendingReplacement')
    .values(rows.map(({ mainInstructor, assistantInstructor, ...row }) => row))
    .onConflict((clash) => clash.doNothing())
    .returning(['courseYear', 'date'])
    .execute()
  const isAdded = (row: Pending) =>
    added.some(({ courseYear, date }) => courseYear === row.courseYear && date === row.date)
  const taught = rows.filter(isAdded).flatMap(instructorRows)
  if (taught.length > 0) await on().insertInto('pendingReplacementInstructor').values(taught).execute()
}

export const removePending = (on: Writer, courseYear: string, dates: readonly string[]) =>
  on()
    .deleteFrom('pendingReplacement')
    .where('courseYear', '=', courseYear)
    .where('date', 'in', [...dates])
    .execute()
