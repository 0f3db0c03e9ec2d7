import { displayDate, yearRange } from '@academy/contract/courses/calendar.ts'
import { changesBetween } from '@academy/contract/courses/diff.ts'
import type { Range } from '@academy/contract/courses/plan.ts'
import type { DryRunBody, ScheduleDiff, Slot } from '@academy/contract/courses/preview.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { found, rehearse, type Transact } from '../../platform/http/index.ts'
import { instructorsOf } from '../instructors.ts'
import { cancelClass, replaceAll, replaceClass, updateClass } from './class-changes.ts'
import { pendingDates } from './pending.ts'
import { durationOf } from './time-range.ts'
import { newWarnings, yearOverlaps } from './warnings.ts'
import { assign, batchUpdate, reassign } from './year-changes.ts'
import { lockYear, lockYearOf } from './year-lock.ts'

/** Makes the change, compares the year before and after, and rolls back. Refused as the change itself would be. */
export const dryRun = (transact: Transact, wanted: DryRunBody): Promise<ScheduleDiff> =>
  rehearse(transact, (tx) => diffOf(tx, wanted))

interface Place {
  course: string
  year: number
}

async function diffOf(tx: Tx, wanted: DryRunBody): Promise<ScheduleDiff> {
  const place = await placeOf(tx, wanted)
  const before = await stateOf(tx, place)
  await perform(tx, wanted, place)
  const after = await stateOf(tx, place)
  const { added, moved, changed, removed } = changesBetween(before.classes, after.classes, isSame)
  const pairs = (list: typeof moved) => list.map(({ from, to }) => ({ from: slotOf(from), to: slotOf(to) }))
  const range = rangeOf(wanted, place.year)
  const isNew = ({ date }: ClassState) => !before.classes.some((was) => was.date === date)
  return {
    added: added.map(slotOf),
    moved: pairs(moved),
    changed: pairs(changed),
    removed: removed.map(slotOf),
    kept: after.classes
      .filter(({ isAttendanceTaken, date }) => range && isAttendanceTaken && date >= range.from && date <= range.to)
      .map(slotOf),
    pendingBefore: before.pending,
    pendingAfter: after.pending,
    warnings: [
      ...newWarnings(before.overlaps, after.overlaps),
      ...(range ? await cancelledBefore(tx, place, after.classes.filter(isNew)) : []),
    ],
  }
}

/** Of a plan that puts a class where one was cancelled: whoever cancelled it had a reason. */
async function cancelledBefore(tx: Tx, { course, year }: Place, planned: readonly ClassState[]): Promise<string[]> {
  if (planned.length === 0) return []
  const rows = await tx
    .read()
    .selectFrom('cancelledDate')
    .innerJoin('courseYear', 'courseYear.id', 'cancelledDate.courseYear')
    .select('cancelledDate.date')
    .where('courseYear.course', '=', course)
    .where('courseYear.year', '=', year)
    .where(
      'cancelledDate.date',
      'in',
      planned.map(({ date }) => date),
    )
    .orderBy('cancelledDate.date')
    .execute()
  return rows.map(({ date }) => `The class of ${displayDate(date)} was cancelled: this plans one there again.`)
}

/** The course and year of the change, locked so that nothing else changes between the two reads. */
async function placeOf(tx: Tx, wanted: DryRunBody): Promise<Place> {
  if (wanted.action === 'assign') return wanted
  if (wanted.action === 'reassign') return lockYear(tx, wanted.id)
  if (wanted.action !== 'update' && wanted.action !== 'cancel') return lockYearOf(tx, wanted.course, wanted.year)
  const session = await tx
    .read()
    .selectFrom('class')
    .select('courseYear')
    .where('id', '=', wanted.id)
    .executeTakeFirst()
  return lockYear(tx, found(session, 'Class').courseYear)
}

/** The dates that a plan covers; undefined for changes of single classes. */
function rangeOf(wanted: DryRunBody, year: number): Range | undefined {
  if (wanted.action === 'batch') return { from: wanted.range[0], to: wanted.range[1] }
  return wanted.action === 'assign' || wanted.action === 'reassign' ? yearRange(year) : undefined
}

/** Runs the same functions as the change itself. */
function perform(tx: Tx, wanted: DryRunBody, { course }: Place): Promise<unknown> {
  switch (wanted.action) {
    case 'assign':
      return assign(tx, wanted)
    case 'reassign':
      return reassign(tx, wanted.id, course, wanted)
    case 'batch':
      return batchUpdate(tx, wanted)
    case 'replace':
      return replaceClass(tx, wanted)
    case 'replaceAll':
      return replaceAll(tx, wanted)
    case 'update':
      return updateClass(tx, wanted.id, wanted)
    case 'cancel':
      return cancelClass(tx, wanted.id)
  }
}

async function stateOf(tx: Tx, { course, year }: Place) {
  const rows = tx.read()
  const own = await rows
    .selectFrom('courseYear')
    .select('id')
    .where('course', '=', course)
    .where('year', '=', year)
    .executeTakeFirst()
  if (!own) return { classes: [], pending: [], overlaps: [] }
  const classes = await rows
    .selectFrom('class')
    .select(['id', 'date', 'starts', 'ends', 'remark', 'isReplacement', 'replacementDate', 'isAttendanceTaken'])
    .select([
      instructorsOf('class', 'mainInstructor').as('mainInstructor'),
      instructorsOf('class', 'assistantInstructor').as('assistantInstructor'),
    ])
    .where('courseYear', '=', own.id)
    .orderBy('date')
    .orderBy('starts')
    .execute()
  const [pending] = await tx.query<{ dates: string[] }>(
    sql`select coalesce(json_agg(date order by date), '[]') as dates from ${pendingDates(sql`${own.id}::uuid`)}`,
  )
  return { classes, pending: pending?.dates ?? [], overlaps: await yearOverlaps(tx, [own.id]) }
}

type ClassState = Awaited<ReturnType<typeof stateOf>>['classes'][number]

const slotOf = (session: ClassState): Slot => ({
  date: session.date,
  duration: durationOf(session),
  mainInstructor: session.mainInstructor,
  assistantInstructor: session.assistantInstructor,
  remark: session.remark,
})

const contentOf = ({ mainInstructor, assistantInstructor, remark, replacementDate }: ClassState) =>
  JSON.stringify([mainInstructor, assistantInstructor, remark, replacementDate])
const isSame = (from: ClassState, to: ClassState): boolean => contentOf(from) === contentOf(to)
