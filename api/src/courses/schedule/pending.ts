import { type Insertable, sql } from 'kysely'
import { holidaysOf } from '../../holidays/holidays.ts'
import type { Schema, Tx } from '../../platform/data/index.ts'
import { type Instructors, instructorIds, instructorRows } from '../instructors.ts'
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

/** Adds pending dates of a locked year; one that is pending already is so once more, and stays as it is otherwise. */
export async function addPending(on: Writer, rows: readonly Pending[]): Promise<void> {
  if (rows.length === 0) return
  const byDate = [...Map.groupBy(rows, ({ date }) => date).values()]
  const firsts = byDate.flatMap(([first]) => first ?? [])
  const added = await on()
    .insertInto('pendingReplacement')
    .values(firsts.map(({ mainInstructor, assistantInstructor, classes, ...row }) => row))
    .onConflict((clash) => clash.doNothing())
    .returning('date')
    .execute()
  const isNew = new Set(added.map(({ date }) => date))
  const taught = firsts
    .filter(({ date }) => isNew.has(date))
    .flatMap((row) => instructorRows(row).map((each) => ({ courseYear: row.courseYear, date: row.date, ...each })))
  if (taught.length > 0) await on().insertInto('pendingReplacementInstructor').values(taught).execute()
  const again = byDate.flatMap(([first, ...others]) => {
    if (!first) return []
    const { courseYear, date, classes } = first
    const lost = others.reduce((sum, other) => sum + other.classes, classes)
    return { courseYear, date, times: isNew.has(date) ? lost - 1 : lost }
  })
  await addTimes(on, again)
}

/** How often dates are pending beyond once, added to what it is. */
async function addTimes(on: Writer, rows: readonly Insertable<Schema['pendingAgain']>[]): Promise<void> {
  const again = rows.filter(({ times }) => times > 0)
  if (again.length === 0) return
  await on()
    .insertInto('pendingAgain')
    .values(again)
    .onConflict((same) =>
      same.columns(['courseYear', 'date']).doUpdateSet({ times: sql`pending_again.times + excluded.times` }),
    )
    .execute()
}

/** Classes of these dates of a locked year are made up for; a date that is named twice by two of them. */
export async function removePending(on: Writer, courseYear: string, dates: readonly string[]): Promise<void> {
  const made = Map.groupBy(dates, (date) => date)
  const again = await on()
    .deleteFrom('pendingAgain')
    .where('courseYear', '=', courseYear)
    .where('date', 'in', [...made.keys()])
    .returning(['date', 'times'])
    .execute()
  const timesOf = new Map(again.map(({ date, times }) => [date, times]))
  const left = [...made].map(([date, { length }]) => ({ courseYear, date, times: (timesOf.get(date) ?? 0) - length }))
  await addTimes(on, left)
  const whole = left.filter(({ times }) => times < 0).map(({ date }) => date)
  if (whole.length > 0) await forgetPending(on, courseYear, whole)
}

/** Takes dates away, however many of their classes are pending. */
export const forgetPending = (on: Writer, courseYear: string, dates: readonly string[]) =>
  on()
    .deleteFrom('pendingReplacement')
    .where('courseYear', '=', courseYear)
    .where('date', 'in', [...dates])
    .execute()
