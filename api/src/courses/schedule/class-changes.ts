import { displayDate, yearRange } from '@academy/contract/courses/calendar.ts'
import type { schedulePreview } from '@academy/contract/courses/preview.ts'
import type { schedule } from '@academy/contract/courses/schedule.ts'
import { insertAll, isUnchanged, type Tx } from '../../platform/data/index.ts'
import { type Call, conflict, found, invalid, refuseOther } from '../../platform/http/index.ts'
import { lockClass } from '../courses.ts'
import { type Instructors, instructorIds, instructorRows, setInstructors } from '../instructors.ts'
import type { ClassRecord } from '../tables.ts'
import { refuseAwaited } from './awaited.ts'
import {
  addPending,
  type ClassDetails,
  holidaysMetBy,
  holidaysNear,
  type Pending,
  pendingOf,
  pendingOn,
  pendingRow,
  removePending,
} from './pending.ts'
import { durationOf, timeRangeOf } from './time-range.ts'
import { checkInstructors, type LockedYear, lockYear, lockYearOf, refuseDisabled, section } from './year-lock.ts'

const docType = 'class'

type Wanted = Pick<
  Call<typeof schedule.replace>['body'],
  'date' | 'duration' | 'mainInstructor' | 'assistantInstructor' | 'force'
> & { remark?: string | null | undefined }

/** A class with its instructors. */
export type WholeClass = ClassRecord & Instructors
type Writer = Parameters<Parameters<Tx['change']>[1]>[0]

const auditValues = (session: Omit<WholeClass, 'id' | 'courseYear' | 'course' | 'createdAt' | 'updatedAt'>) => ({
  date: session.date,
  duration: durationOf(session),
  mainInstructor: session.mainInstructor,
  assistantInstructor: session.assistantInstructor,
  replacementDate: session.replacementDate,
  remark: session.remark,
})

/** 400 outside of the year, 409 on a holiday without `force`. */
export function checkDate(
  { date, force }: Pick<Wanted, 'date' | 'force'>,
  year: number,
  holidays: ReadonlyMap<string, string>,
  path: string,
): void {
  const { from, to } = yearRange(year)
  if (date < from || date > to)
    throw invalid([{ path, message: `The date must lie within ${displayDate(from)} and ${displayDate(to)}` }])
  const holiday = holidays.get(date)
  const message = `${displayDate(date)} is a holiday: ${holiday}`
  if (holiday && !force) throw conflict(message, [{ path, message }])
}

/** A class of the year, 409 for a disabled course; what is not sent comes from the year's pattern, or from the class it makes up for. */
export async function classOfYear(
  tx: Tx,
  year: LockedYear,
  wanted: Wanted,
  like: ClassDetails = year,
): Promise<WholeClass> {
  refuseDisabled(year)
  const { mainInstructor = like.mainInstructor, assistantInstructor = like.assistantInstructor } = wanted
  // Nobody is known here: a new class is not given to a coach who has left since.
  const instructors = await checkInstructors(tx, { mainInstructor, assistantInstructor })
  return {
    id: tx.newId(),
    courseYear: year.id,
    course: year.course,
    date: wanted.date,
    starts: like.starts,
    ends: like.ends,
    ...(wanted.duration ? timeRangeOf(wanted.duration) : {}),
    ...instructors,
    isReplacement: false,
    replacementDate: null,
    isAttendanceTaken: false,
    remark: wanted.remark || null,
    createdAt: tx.now,
    updatedAt: tx.now,
  }
}

export async function insertClasses(on: Writer, classes: readonly WholeClass[]): Promise<void> {
  const rows = classes.map(({ mainInstructor, assistantInstructor, ...row }) => row)
  await insertAll(on(), 'class', rows).execute()
  const instructors = classes.flatMap((each) => instructorRows(each).map((row) => ({ class: each.id, ...row })))
  if (instructors.length > 0) await insertAll(on(), 'classInstructor', instructors).execute()
}

/**
 * Of the pending classes the one to make up for: of the date named (409 when it is not pending); by default of the day itself, else
 * the earliest. Undefined when none is pending, or none is wanted (null): then the year must have classes.
 */
async function classToMakeUp(
  tx: Tx,
  year: LockedYear,
  pending: readonly Pending[],
  { date, duration, replacementDate: wanted }: Replacement,
) {
  const time = duration ? timeRangeOf(duration) : undefined
  if (wanted) {
    const named = pendingOn(pending, wanted, time)
    if (!named) throw notPending(year, wanted)
    return named
  }
  const own = pendingOn(pending, date, time)
  const taken = own ?? (wanted === undefined && pending[0] ? pendingOn(pending, pending[0].date, time) : undefined)
  if (!taken) await checkHasClasses(tx, year)
  return taken
}

async function checkHasClasses(tx: Tx, year: LockedYear): Promise<void> {
  const classes = tx.read().selectFrom('class').select('id').where('courseYear', '=', year.id).limit(1)
  if (await classes.executeTakeFirst()) return
  const message = `${year.name} has no class in ${year.year}, so a replacement has to say which date it makes up for`
  throw conflict(message, [{ path: 'replacementDate', message }])
}

const notPending = (year: LockedYear, date: string) =>
  conflict(`No class of ${year.name} is pending replacement on ${displayDate(date)}`, [
    { path: 'replacementDate', message: 'This date is not pending replacement' },
  ])

/** Adds a replacement class, which takes one pending date unless it makes up for none. 409 on a holiday without force. Answers its id. */
export async function replaceClass(tx: Tx, body: Call<typeof schedule.replace>['body']): Promise<string> {
  const year = await lockYearOf(tx, body.course, body.year)
  return addReplacement(tx, year, body, await holidaysMetBy(tx, year), 'date')
}

/** Several replacement classes, all or none. Answers their ids. */
export async function replaceAll(tx: Tx, body: Call<typeof schedulePreview.replaceAll>['body']): Promise<string[]> {
  const year = await lockYearOf(tx, body.course, body.year)
  const holidays = await holidaysMetBy(tx, year)
  const ids: string[] = []
  for (const [index, each] of body.replacements.entries())
    ids.push(await addReplacement(tx, year, each, holidays, `replacements.${index}.date`))
  return ids
}

type Replacement = Wanted & { replacementDate?: string | null | undefined }

async function addReplacement(
  tx: Tx,
  year: LockedYear,
  wanted: Replacement,
  holidays: ReadonlyMap<string, string>,
  path: string,
): Promise<string> {
  checkDate(wanted, year.year, holidays, path)
  const pending = await pendingOf(tx, year.id)
  const lost = await classToMakeUp(tx, year, pending, wanted)
  const replacementDate = lost?.date ?? null
  const row: WholeClass = { ...(await classOfYear(tx, year, wanted, lost)), isReplacement: true, replacementDate }
  const instead = replacementDate ? ` instead of ${displayDate(replacementDate)}` : ''
  await tx.change(
    {
      section,
      docType,
      docId: row.id,
      action: 'Added',
      description: `Added a replacement class of ${year.name} on ${displayDate(row.date)}${instead}`,
      to: auditValues(row),
    },
    async (on) => {
      await insertClasses(on, [row])
      if (lost) await removePending(on, pending, [lost])
    },
  )
  return row.id
}

/** The class and its year, the year locked first. 404, also for another centre's; 409 once attendance is taken. */
async function lockForChange(tx: Tx, id: string, doing: string): Promise<{ year: LockedYear; session: WholeClass }> {
  const place = await tx.read().selectFrom('class').select('courseYear').where('id', '=', id).executeTakeFirst()
  const year = await lockYear(tx, found(place, 'Class').courseYear)
  await lockClass(tx, id)
  const row = await tx
    .read()
    .selectFrom('class')
    .selectAll()
    .select([
      instructorIds('class', 'mainInstructor').as('mainInstructor'),
      instructorIds('class', 'assistantInstructor').as('assistantInstructor'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  const session = found(row, 'Class')
  if (session.isAttendanceTaken)
    throw conflict(
      `Attendance of ${year.name} on ${displayDate(session.date)} has been taken, so it cannot be ${doing}`,
    )
  return { year, session }
}

/** The row of a date that loses its class, with the details of that class. */
const pendingAgain = async (tx: Tx, year: LockedYear, date: string, like: ClassDetails) => [
  pendingRow(year.id, date, like, await holidaysNear(tx, date)),
]

/** The same for the date that a replacement made up for: its remark was about another day. */
const pendingInstead = (tx: Tx, year: LockedYear, date: string, replacement: WholeClass) =>
  pendingAgain(tx, year, date, { ...replacement, remark: null })

/** Date, time, instructors, remark, or the date it makes up for. */
export async function updateClass(tx: Tx, id: string, sent: Call<typeof schedule.updateClass>['body']): Promise<void> {
  const { year, session: was } = await lockForChange(tx, id, 'changed')
  refuseOther('a class', sent, { course: year.course, year: year.year })
  const date = sent.date ?? was.date
  if (date !== was.date) {
    checkDate({ date, force: sent.force }, year.year, await holidaysMetBy(tx, year), 'date')
    await refuseAwaited(tx, [was.id], 'moved to another day')
  }
  const replacementDate = sent.replacementDate === undefined ? was.replacementDate : sent.replacementDate
  const moves = replacementDate !== was.replacementDate
  if (moves && !was.isReplacement)
    throw conflict('Only a replacement class makes up for another date', [
      { path: 'replacementDate', message: 'Only a replacement class makes up for another date' },
    ])
  const time = sent.duration ? timeRangeOf(sent.duration) : { starts: was.starts, ends: was.ends }
  const pending = moves && replacementDate ? await pendingOf(tx, year.id) : []
  const lost = replacementDate ? pendingOn(pending, replacementDate, time) : undefined
  if (moves && replacementDate && !lost) throw notPending(year, replacementDate)
  const restored = moves && was.replacementDate ? await pendingInstead(tx, year, was.replacementDate, was) : []
  const { mainInstructor, assistantInstructor, ...stored } = was
  const instructors = await checkInstructors(tx, sent, { mainInstructor, assistantInstructor })
  const session: ClassRecord = {
    ...stored,
    date,
    ...time,
    remark: sent.remark === undefined ? was.remark : sent.remark || null,
    replacementDate,
    updatedAt: tx.now,
  }
  if (isUnchanged(was, { ...session, ...instructors, updatedAt: was.updatedAt })) return
  await tx.change(
    {
      section,
      docType,
      docId: id,
      action: 'Updated',
      description: `Updated the class of ${year.name} on ${displayDate(was.date)}`,
      from: auditValues(was),
      to: auditValues({ ...session, ...instructors }),
    },
    async (on) => {
      await on().updateTable('class').set(session).where('id', '=', id).execute()
      await setInstructors(on, 'class', [id], instructors)
      await addPending(on, restored)
      if (lost) await removePending(on, pending, [lost])
    },
  )
}

/** The date that is pending without this class; for a replacement the one it made up for, if any. */
async function dateFreedBy(tx: Tx, year: LockedYear, session: WholeClass) {
  if (session.isReplacement)
    return session.replacementDate ? pendingInstead(tx, year, session.replacementDate, session) : []
  return pendingAgain(tx, year, session.date, session)
}

/** The date becomes pending again; for a replacement, the date it made up for. 409 once attendance is taken or a newcomer waits. */
export async function cancelClass(tx: Tx, id: string): Promise<void> {
  const { year, session } = await lockForChange(tx, id, 'cancelled')
  await refuseAwaited(tx, [session.id], 'cancelled')
  const restored = await dateFreedBy(tx, year, session)
  await tx.change(
    {
      section,
      docType,
      docId: id,
      action: 'Cancelled',
      description: `Cancelled the class of ${year.name} on ${displayDate(session.date)}`,
      from: auditValues(session),
    },
    async (on) => {
      await on().deleteFrom('class').where('id', '=', id).execute()
      await addPending(on, restored)
      await on()
        .insertInto('cancelledDate')
        .values({ courseYear: year.id, date: session.date })
        .onConflict((clash) => clash.doNothing())
        .execute()
    },
  )
}
