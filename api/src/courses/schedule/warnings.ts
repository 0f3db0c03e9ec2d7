import { displayDate } from '@academy/contract/courses/calendar.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/data/index.ts'
import { durationOf } from './time-range.ts'

interface Overlap {
  /** The class or the year that gets the warning. */
  id: string
  /** The other class: of which course, when. */
  course: string
  date: string
  starts: string
  ends: string
  /** Null when the course itself has two classes that day. */
  coach: string | null
  /** Number of days; `date` is the first. */
  days: number
}

/**
 * Of each class the others of its course on the same day, and those of the same instructor at an overlapping time. They are
 * found by course and by coach: a large academy has hundreds of classes a day, of which hardly any meet. What the coaches
 * teach in those days is read once, and not again for each class: a year is fifty classes of the same coach.
 */
const overlaps = (wanted: RawBuilder<boolean>) => sql`
  with one as materialized (
    select id, course_year, course, date, starts, ends from class where ${wanted}
  ), led as materialized (
    select one.id, one.date, one.starts, one.ends, class_instructor.coach
    from one join class_instructor on class_instructor.class = one.id
  ), taught as materialized (
    select class.id, class.date, class.starts, class.ends, class_instructor.coach
    from class_instructor join class on class.id = class_instructor.class
    where class_instructor.coach = any(array(select distinct coach from led))
      and class.date between (select min(date) from one) and (select max(date) from one)
  ), shared as materialized (
    select distinct led.id as one, taught.id as other, led.coach
    from led join taught on taught.coach = led.coach and taught.date = led.date and taught.id <> led.id
    where led.starts < taught.ends and taught.starts < led.ends
  ), pair as (
    select one, other, coach from shared
    union all
    select one.id, other.id, null
    from one join class as other on other.course = one.course and other.date = one.date and other.id <> one.id
    where not exists (select from shared where shared.one = one.id and shared.other = other.id)
  )`
const met = sql`
  pair join one on one.id = pair.one
  join class as other on other.id = pair.other
  join course on course.id = other.course
  left join coach on coach.id = pair.coach`

const mostPerYear = 20

const sentenceOf = (overlap: Overlap): string => {
  const days = overlap.days > 1 ? `${overlap.days} days, first on ` : ''
  const when = `${days}${displayDate(overlap.date)}, ${durationOf(overlap)}`
  return overlap.coach === null
    ? `${overlap.course} has another class the same day: ${when}`
    : `${overlap.coach} also teaches ${overlap.course} at that time: ${when}`
}

function byId(rows: readonly Overlap[]): Map<string, string[]> {
  const sentences = new Map<string, string[]>()
  for (const row of rows) {
    const existing = sentences.get(row.id) ?? []
    if (existing.length < mostPerYear) sentences.set(row.id, [...existing, sentenceOf(row)])
  }
  return sentences
}

/** Warnings of each class; a class without any is not in the answer. */
export async function classWarnings(tx: Tx, classes: readonly string[]): Promise<Map<string, string[]>> {
  if (classes.length === 0) return new Map()
  return byId(
    await tx.query<Overlap>(sql`${overlaps(sql`id = any(${[...classes]}::uuid[])`)}
      select one.id, course.name as course, other.date, other.starts, other.ends,
        coach.name as coach, 1 as days
      from ${met}
      order by one.id, other.starts, course.name, coach.name nulls first`),
  )
}

/** The overlaps of scheduled years; one that repeats every week is one. */
export const yearOverlaps = (tx: Tx, years: readonly string[]) =>
  tx.query<Overlap>(sql`${overlaps(sql`course_year = any(${[...years]}::uuid[])`)}
    select one.course_year as id, course.name as course, min(other.date) as date, other.starts, other.ends,
      coach.name as coach, count(distinct one.date)::int as days
    from ${met}
    group by one.course_year, course.name, other.starts, other.ends, coach.name
    order by one.course_year, min(other.date), other.starts, course.name, coach.name nulls first`)

/** Warnings of each scheduled year. */
export const yearWarnings = async (tx: Tx, years: readonly string[]): Promise<Map<string, string[]>> =>
  years.length === 0 ? new Map() : byId(await yearOverlaps(tx, years))

/** Warnings of what overlaps now and did not before, or on more days. */
export function newWarnings(before: readonly Overlap[], after: readonly Overlap[]): string[] {
  const isOf = (one: Overlap) => (other: Overlap) =>
    one.course === other.course &&
    one.coach === other.coach &&
    one.starts === other.starts &&
    one.ends === other.ends &&
    one.days <= other.days
  return after
    .filter((one) => !before.some(isOf(one)))
    .slice(0, mostPerYear)
    .map(sentenceOf)
}
