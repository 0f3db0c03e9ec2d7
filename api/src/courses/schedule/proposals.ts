import { dateOf, datesBetween, daysBetween, weekday } from '@academy/contract/courses/calendar.ts'
import type { Proposal, Proposed } from '@academy/contract/courses/preview.ts'
import { sql } from 'kysely'
import { holidaysOf } from '../../holidays/holidays.ts'
import { seesCentre, type Tx } from '../../platform/data/index.ts'
import { found, notFound } from '../../platform/http/index.ts'
import { isTaughtBy } from '../instructors.ts'
import { type Pending, pendingOf } from './pending.ts'
import { durationOf, type TimeRange } from './time-range.ts'

const maxProposals = 10

interface Busy extends TimeRange {
  date: string
  instructors: string[]
  isHere: boolean
  isOwn: boolean
}

/** Classes in a date range that may conflict: those of the course, the centre and the coaches. */
const busyIn = (tx: Tx, from: string, to: string, course: string, centre: string | null, coaches: string[]) =>
  tx.query<Busy>(sql`
    select class.date, class.starts, class.ends,
      (select coalesce(array_agg(coach), '{}') from class_instructor where class_instructor.class = class.id) as instructors,
      coalesce(course.centre = ${centre}::uuid, false) as is_here, class.course = ${course} as is_own
    from class join course on course.id = class.course
    where class.date between ${from} and ${to}
      and (class.course = ${course} or course.centre = ${centre}::uuid
        or ${isTaughtBy('class', coaches)})`)

async function yearFor(tx: Tx, id: string) {
  const row = await tx
    .read()
    .selectFrom('courseYear')
    .innerJoin('course', 'course.id', 'courseYear.course')
    .select(['courseYear.id', 'courseYear.course', 'courseYear.year', 'course.centre'])
    .where('courseYear.id', '=', id)
    .executeTakeFirst()
  const year = found(row, 'Schedule')
  if (!seesCentre(tx, year.centre)) throw notFound('Schedule')
  return year
}

/** The names of coaches by id. */
async function namesOf(
  tx: Tx,
  coaches: readonly string[],
): Promise<(ids: readonly string[]) => Proposed['mainInstructor']> {
  const rows = await tx.query<{ id: string; name: string }>(
    sql`select id, name from coach where id = any(${[...coaches]}::uuid[])`,
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (ids) => ids.map((id) => ({ _id: id, name: names.get(id) ?? '' }))
}

const cancelledIn = (tx: Tx, year: string) =>
  tx.read().selectFrom('cancelledDate').select('date').where('courseYear', '=', year).execute()

/**
 * For each pending class of a year the days that could make up for it: after today, no holiday, never cancelled, the
 * course without a class, its coaches and its centre free at the time. The same month comes first, then the same weekday,
 * then the nearest. `best` is the first that no earlier one takes.
 */
export async function proposalsOf(tx: Tx, id: string): Promise<Proposed[]> {
  const { course, year, centre } = await yearFor(tx, id)
  const pending = await pendingOf(tx, id)
  if (pending.length === 0) return []
  const [first, last] = [dateOf(year, 1, 1), dateOf(year, 12, 31)]
  const coaches = [...new Set(pending.flatMap((each) => [...each.mainInstructor, ...each.assistantInstructor]))]
  const people = await namesOf(tx, coaches)
  const holidays = await holidaysOf(tx, year)
  const busy = Map.groupBy(await busyIn(tx, first, last, course, centre, coaches), ({ date }) => date)
  // A day on which a class was cancelled once is likely to be unsuitable again.
  const unsuitableDays = new Set([...pending, ...(await cancelledIn(tx, id))].map(({ date }) => date))
  const open = datesBetween(first, last).filter(
    (date) =>
      date > tx.today &&
      !holidays.has(date) &&
      !unsuitableDays.has(date) &&
      !busy.get(date)?.some(({ isOwn }) => isOwn),
  )
  const taken = new Set<string>()
  return pending.map((lost) => {
    const possible = open.filter((date) => !busy.get(date)?.some((other) => isConflicting(other, lost)))
    const ranked = possible.map((date) => proposalOf(date, lost)).toSorted(byPreference(lost))
    const best = ranked.find(({ date }) => !taken.has(date)) ?? null
    if (best) taken.add(best.date)
    const shown = ranked.slice(0, maxProposals)
    return {
      date: lost.date,
      duration: durationOf(lost),
      mainInstructor: people(lost.mainInstructor),
      assistantInstructor: people(lost.assistantInstructor),
      best,
      proposals: best && !shown.includes(best) ? [...shown, best] : shown,
    }
  })
}

function isConflicting(other: Busy, lost: Pending): boolean {
  if (other.ends <= lost.starts || lost.ends <= other.starts) return false
  return (
    other.isHere || other.instructors.some((one) => [...lost.mainInstructor, ...lost.assistantInstructor].includes(one))
  )
}

const proposalOf = (date: string, lost: Pending): Proposal => ({
  date,
  duration: durationOf(lost),
  sameMonth: date.slice(0, 7) === lost.date.slice(0, 7),
  sameWeekday: weekday(date) === weekday(lost.date),
})

const byPreference = (lost: Pending) => (one: Proposal, other: Proposal) =>
  Number(other.sameMonth) - Number(one.sameMonth) ||
  Number(other.sameWeekday) - Number(one.sameWeekday) ||
  Math.abs(daysBetween(lost.date, one.date)) - Math.abs(daysBetween(lost.date, other.date)) ||
  (one.date < other.date ? -1 : 1)
