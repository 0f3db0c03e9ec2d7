import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { holidaysOf } from '../../holidays/holidays.ts'
import type { Tx } from '../../platform/data/index.ts'
import { type Instructors, instructorIds, instructorRows } from '../instructors.ts'
import type { PendingRecord } from '../tables.ts'
import type { TimeRange } from './time-range.ts'

/** Time, instructors and remark of a class. */
export type ClassDetails = Pick<PendingRecord, 'starts' | 'ends'> & Instructors & { remark?: string | null }
/** A class that a date lost, with its instructors. The first of a date is in `pending_replacement`, others are in `pending_class`. */
export type Pending = PendingRecord & Instructors
/** The pending dates of a year, each as often as it lost a class. */
export const pendingDates = (year: RawBuilder<unknown>) => sql`(
  select date from pending_replacement where course_year = ${year}
  union all select date from pending_class where course_year = ${year}) as pending`
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
})

const columns = ['courseYear', 'date', 'starts', 'ends', 'remark', 'holiday'] as const

/** The pending classes of a year, earliest first. */
export async function pendingOf(tx: Tx, courseYear: string): Promise<Pending[]> {
  const firsts = await tx
    .read()
    .selectFrom('pendingReplacement')
    .select(columns)
    .select([
      instructorIds('pendingReplacement', 'mainInstructor').as('mainInstructor'),
      instructorIds('pendingReplacement', 'assistantInstructor').as('assistantInstructor'),
    ])
    .where('courseYear', '=', courseYear)
    .execute()
  const others = await tx
    .read()
    .selectFrom('pendingClass')
    .select(columns)
    .select([
      instructorIds('pendingClass', 'mainInstructor').as('mainInstructor'),
      instructorIds('pendingClass', 'assistantInstructor').as('assistantInstructor'),
    ])
    .where('courseYear', '=', courseYear)
    .orderBy('id')
    .execute()
  const place = ({ date, starts }: Pending) => `${date} ${starts}`
  return [...firsts, ...others].toSorted((one, other) =>
    place(one) < place(other) ? -1 : Number(place(one) > place(other)),
  )
}

/** The class of a date that one at this time makes up for: the one that was at the same time, else the first. */
export const pendingOn = (pending: readonly Pending[], date: string, time?: TimeRange): Pending | undefined => {
  const lost = pending.filter((each) => each.date === date)
  return lost.find(({ starts, ends }) => starts === time?.starts && ends === time.ends) ?? lost[0]
}

/** Adds pending classes of a locked year. */
export async function addPending(on: Writer, rows: readonly Pending[]): Promise<void> {
  if (rows.length === 0) return
  const firsts = [...Map.groupBy(rows, ({ date }) => date).values()].flatMap(([first]) => first ?? [])
  const added = await on()
    .insertInto('pendingReplacement')
    .values(firsts.map(({ mainInstructor, assistantInstructor, ...row }) => row))
    .onConflict((clash) => clash.doNothing())
    .returning('date')
    .execute()
  const isNew = new Set(added.map(({ date }) => date))
  const first = firsts.filter(({ date }) => isNew.has(date))
  const taught = first.flatMap((row) =>
    instructorRows(row).map((each) => ({ courseYear: row.courseYear, date: row.date, ...each })),
  )
  if (taught.length > 0) await on().insertInto('pendingReplacementInstructor').values(taught).execute()
  await addOthers(
    on,
    rows.filter((row) => !first.includes(row)),
  )
}

/** Adds classes of dates that are pending already. */
async function addOthers(on: Writer, rows: readonly Pending[]): Promise<void> {
  if (rows.length === 0) return
  const others = rows.map(({ mainInstructor, assistantInstructor, ...row }) => ({
    row: { id: randomUUID(), ...row },
    taught: instructorRows({ mainInstructor, assistantInstructor }),
  }))
  await on()
    .insertInto('pendingClass')
    .values(others.map(({ row }) => row))
    .execute()
  const taught = others.flatMap(({ row, taught }) => taught.map((each) => ({ pendingClass: row.id, ...each })))
  await on().insertInto('pendingClassInstructor').values(taught).execute()
}

/** Of all the pending classes of a locked year, `made` are made up for or brought back. */
export async function removePending(on: Writer, all: readonly Pending[], made: readonly Pending[]): Promise<void> {
  const [one] = made
  if (!one) return
  const dates = new Set(made.map(({ date }) => date))
  await forgetPending(on, one.courseYear, [...dates])
  await addPending(
    on,
    all.filter((each) => dates.has(each.date) && !made.includes(each)),
  )
}

/** Takes dates away, however many of their classes are pending. */
export const forgetPending = (on: Writer, courseYear: string, dates: readonly string[]) =>
  on()
    .deleteFrom('pendingReplacement')
    .where('courseYear', '=', courseYear)
    .where('date', 'in', [...dates])
    .execute()
