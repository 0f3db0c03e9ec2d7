import { holidaysOf } from '../../lists/lists.ts'
import type { Tx } from '../../platform/data/index.ts'
import type { CourseTables, PendingTable } from '../tables.ts'

/** Time, instructors and remark of a class. */
export type Shape = Pick<PendingTable, 'starts' | 'ends' | 'mainInstructor' | 'assistantInstructor'> & {
  remark?: string | null
}
type Writer = Parameters<Parameters<Tx['change']>[1]>[0]

/** The holidays of the year a date lies in, date to name. */
export const holidaysAround = (tx: Tx, date: string) => holidaysOf(tx, Number(date.slice(0, 4)))

/** A date that waits for a replacement; on a holiday it is the holiday that took its class. */
export const pendingRow = (
  courseYear: string,
  date: string,
  { starts, ends, mainInstructor, assistantInstructor, remark = null }: Shape,
  holidays: ReadonlyMap<string, string>,
): PendingTable => ({
  courseYear,
  date,
  starts,
  ends,
  mainInstructor,
  assistantInstructor,
  remark,
  holiday: holidays.get(date) ?? null,
})

/** The pending dates of a year, the one that waits longest first. */
export const pendingOf = (tx: Tx, courseYear: string): Promise<PendingTable[]> =>
  tx
    .read<CourseTables>()
    .selectFrom('pendingReplacement')
    .selectAll()
    .where('courseYear', '=', courseYear)
    .orderBy('date')
    .execute()

/** A date that waits already stays as it is. */
export async function putPending(on: Writer, rows: readonly PendingTable[]): Promise<void> {
  if (rows.length === 0) return
  await on<CourseTables>()
    .insertInto('pendingReplacement')
    .values([...rows])
    .onConflict((clash) => clash.doNothing())
    .execute()
}

export const takePending = (on: Writer, courseYear: string, dates: readonly string[]) =>
  on<CourseTables>()
    .deleteFrom('pendingReplacement')
    .where('courseYear', '=', courseYear)
    .where('date', 'in', [...dates])
    .execute()
