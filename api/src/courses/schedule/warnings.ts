import { displayDate } from '@academy/contract/courses/calendar.ts'
import { sql } from 'kysely'
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

/** Other classes of the same course on the same day, and of the same instructor at an overlapping time. */
const overlaps = sql`
  class as one
  join class as other on other.date = one.date and other.id <> one.id
  join course on course.id = other.course
  left join lateral (
    select distinct coach.id, coach.name
    from class_instructor as mine join class_instructor as theirs on theirs.coach = mine.coach
    join coach on coach.id = mine.coach
    where mine.class = one.id and theirs.class = other.id and one.starts < other.ends and other.starts < one.ends
  ) as coach on true`
const isRelevant = sql`(other.course = one.course or coach.id is not null)`

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
    await tx.query<Overlap>(sql`
      select one.id, course.name as course, other.date, other.starts, other.ends,
        coach.name as coach, 1 as days
      from ${overlaps} where one.id = any(${[...classes]}::uuid[]) and ${isRelevant}
      order by one.id, other.starts, course.name, coach.name nulls first`),
  )
}

/** Warnings of each scheduled year; an overlap that repeats every week is one warning. */
export async function yearWarnings(tx: Tx, years: readonly string[]): Promise<Map<string, string[]>> {
  if (years.length === 0) return new Map()
  return byId(
    await tx.query<Overlap>(sql`
      select one.course_year as id, course.name as course, min(other.date) as date, other.starts, other.ends,
        coach.name as coach, count(distinct one.date)::int as days
      from ${overlaps} where one.course_year = any(${[...years]}::uuid[]) and ${isRelevant}
      group by one.course_year, course.name, other.starts, other.ends, coach.name
      order by one.course_year, min(other.date), other.starts, course.name, coach.name nulls first`),
  )
}
