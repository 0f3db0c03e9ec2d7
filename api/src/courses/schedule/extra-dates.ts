import { displayDate } from '@academy/contract/courses/calendar.ts'
import type { ClassSession, schedule } from '@academy/contract/courses/schedule.ts'
import type { Tx } from '../../platform/data/index.ts'
import { type Call, conflict, type Detail, invalid } from '../../platform/http/index.ts'
import { classesById } from '../class-list.ts'
import { courseForEnrolment } from '../courses.ts'
import { checkDate, classOfYear, insertClasses, type WholeClass } from './class-changes.ts'
import { holidaysMetBy, type Pending, pendingOf, pendingOn, removePending } from './pending.ts'
import { timeRangeOf } from './time-range.ts'
import { type LockedYear, lockYear, lockYearOf, section } from './year-lock.ts'

type Body = Call<typeof schedule.addDates>['body']
type Wanted = Body['schedule'][number]

/** The year, locked, by its own id or by that of its course. 404 for neither, 400 when the id is of another year. */
async function lockYearByEitherId(tx: Tx, id: string, number: number): Promise<LockedYear> {
  const years = tx.read().selectFrom('courseYear').select('id').where('id', '=', id)
  if (!(await years.executeTakeFirst())) {
    await courseForEnrolment(tx, id)
    return lockYearOf(tx, id, number)
  }
  const year = await lockYear(tx, id)
  if (year.year !== number) throw invalid([{ path: 'year', message: `This schedule is that of ${year.year}` }])
  return year
}

const startOf = (year: LockedYear, { duration }: Wanted) => (duration ? timeRangeOf(duration).starts : year.starts)

/** Existing classes at the dates and times sent, by `date start`. */
async function existingClasses(
  tx: Tx,
  year: LockedYear,
  wanted: readonly Wanted[],
): Promise<Map<string, ClassSession>> {
  const rows = await tx
    .read()
    .selectFrom('class')
    .select(['id', 'date', 'starts'])
    .where('course', '=', year.course)
    .where('date', 'in', [...new Set(wanted.map(({ date }) => date))])
    .execute()
  const places = new Set(wanted.map((each) => `${each.date} ${startOf(year, each)}`))
  const existing = rows.filter(({ date, starts }) => places.has(`${date} ${starts}`)).map(({ id }) => id)
  if (existing.length === 0) return new Map()
  const sessions = await classesById(tx, existing)
  return new Map(sessions.map((session) => [`${session.date} ${timeRangeOf(session.duration).starts}`, session]))
}

const isSamePeople = (people: ClassSession['mainInstructor'], sent: readonly string[]) =>
  [...new Set(sent)].sort().join() ===
  people
    .map(({ _id }) => _id)
    .sort()
    .join()

/** Where an entry differs from the class that exists; fields left out are not compared. */
function differences(existing: ClassSession, sent: Wanted): Detail[] {
  const { starts, ends } = timeRangeOf(existing.duration)
  const theClass = `The class on ${displayDate(existing.date)}, ${starts}`
  const namesOf = (people: ClassSession['mainInstructor']) => people.map(({ name }) => name).join(', ') || 'nobody'
  const wrong: Detail[] = []
  if (sent.duration && sent.duration !== existing.duration)
    wrong.push({
      path: 'duration',
      message: `${theClass} lasts until ${ends}, not ${timeRangeOf(sent.duration).ends}`,
    })
  for (const [path, role] of [
    ['mainInstructor', 'main instructor'],
    ['assistantInstructor', 'assistant instructor'],
  ] as const) {
    const people = sent[path]
    if (people !== undefined && !isSamePeople(existing[path], people ?? []))
      wrong.push({ path, message: `${theClass} has ${namesOf(existing[path])} as ${role}, not who was sent` })
  }
  if (sent.remark && sent.remark !== existing.remark)
    wrong.push({ path: 'remark', message: `${theClass} has no such remark` })
  return wrong
}

/**
 * Adds dates to a scheduled year, all or none. Existing classes stay as they are; a date that was pending is not any more.
 * 404 without course or year; 409 for an entry that differs from the existing class, for a holiday without force, or for
 * two entries at one date and time. Answers the classes named.
 */
export async function addDates(tx: Tx, id: string, { year: number, schedule: wanted }: Body): Promise<ClassSession[]> {
  const year = await lockYearByEitherId(tx, id, number)
  const existing = await existingClasses(tx, year, wanted)
  const fresh: { index: number; each: Wanted }[] = []
  const named: string[] = []
  const wrong: Detail[] = []
  for (const [index, each] of wanted.entries()) {
    const session = existing.get(`${each.date} ${startOf(year, each)}`)
    if (!session) {
      fresh.push({ index, each })
      continue
    }
    named.push(session._id)
    wrong.push(
      ...differences(session, each).map(({ path, message }) => ({ path: `schedule.${index}.${path}`, message })),
    )
  }
  const [first] = wrong
  if (first) throw conflict(first.message, wrong)
  const holidays = await holidaysMetBy(tx, year)
  for (const { index, each } of fresh) checkDate(each, year.year, holidays, `schedule.${index}.date`)
  const rows: WholeClass[] = []
  for (const { each } of fresh) rows.push(await classOfYear(tx, year, each))
  if (rows.length > 0) await insert(tx, year, rows)
  return classesById(tx, [...named, ...rows.map((row) => row.id)])
}

async function insert(tx: Tx, year: LockedYear, rows: WholeClass[]): Promise<void> {
  const dates = rows.map((row) => row.date)
  const pending = await pendingOf(tx, year.id)
  const made: Pending[] = []
  for (const row of rows) {
    const left = pending.filter((each) => !made.includes(each))
    made.push(...[pendingOn(left, row.date, row)].filter((lost) => lost !== undefined))
  }
  await tx.change(
    {
      section,
      docType: 'course-scheduled-year',
      docId: year.id,
      action: 'Scheduled',
      description: `Added ${rows.length} classes of ${year.name}: ${dates.map((date) => displayDate(date)).join(', ')}`,
      to: { dates },
    },
    async (on) => {
      await insertClasses(on, rows)
      await removePending(on, pending, made)
    },
  )
}
