import { weekday } from '@academy/contract/courses/calendar.ts'
import type { ScheduledYear, schedule } from '@academy/contract/courses/schedule.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  anyCase,
  inCallersCentres,
  inOrderOf,
  maybeEmpty,
  orderBy,
  paged,
  type Sortable,
  search,
  type Tx,
} from '../../platform/data/index.ts'
import { pictureLink } from '../../platform/files/index.ts'
import { type Call, found } from '../../platform/http/index.ts'
import { instructorNames, instructorsOf, isTaughtBy } from '../instructors.ts'
import { pendingDates } from './pending.ts'
import { durationOf } from './time-range.ts'
import { yearWarnings } from './warnings.ts'

type Filters = Call<typeof schedule.years>['query']

const ofYear = sql`from class where class.course_year = course_year.id`
const totalClass = sql<number>`(select count(*)::int ${ofYear})`
const hasAttendance = sql<boolean>`exists (select ${ofYear} and class.is_attendance_taken)`

const shownNames = (role: 'mainInstructor' | 'assistantInstructor') =>
  sql`case when class.id is null then ${instructorNames('courseYear', role)} else ${instructorNames('class', role)} end`

/** The next classes of a year that are no replacements: so many tell what is planned, whatever one of them was given. */
const coming = 8

/** The first of the next classes of `course_year` that is like most of them. */
const nextClass = (tx: Tx) => sql<{ id: string; date: string; starts: string; ends: string }>`(
  select next.id, next.date, next.starts, next.ends
  from (select class.id, class.date, class.starts, class.ends,
      (select string_agg(coach || is_main::text, ',' order by is_main, position)
        from class_instructor where class_instructor.class = class.id) as coaches
    ${ofYear} and class.date >= ${tx.today} and not class.is_replacement
    order by class.date, class.starts limit ${coming}) as next
  order by count(*) over (partition by extract(dow from next.date), next.starts, next.ends, next.coaches) desc,
    next.date, next.starts
  limit 1)`

/** What the screens show: the plan of the next classes, as `class`. Asked for only where it is what a list is sorted by. */
const ofNext = (tx: Tx, value: RawBuilder<unknown>) =>
  sql`(select ${value} from (select) as year left join ${nextClass(tx)} as class on true)`

const sortable = (tx: Tx): Sortable => ({
  course: anyCase('course.name'),
  year: 'courseYear.year',
  day: ofNext(tx, sql`coalesce(extract(dow from class.date), course_year.day)`),
  duration: ofNext(
    tx,
    sql`coalesce(class.starts::text || class.ends::text, course_year.starts::text || course_year.ends::text)`,
  ),
  mainInstructor: maybeEmpty(ofNext(tx, shownNames('mainInstructor'))),
  assistantInstructor: maybeEmpty(ofNext(tx, shownNames('assistantInstructor'))),
  totalClass,
  pendingReplacementClass: sql`(
    select count(*) from ${pendingDates(sql`course_year.id`)})`,
  hasAttendance,
})

/** Ids only: the page is read in full afterwards. */
const yearIds = (tx: Tx) =>
  tx
    .read()
    .selectFrom('courseYear')
    .innerJoin('course', 'course.id', 'courseYear.course')
    .where(inCallersCentres(tx, 'course.centre'))
    .select('courseYear.id')

/** Each year with its course and, as `class`, its next one. */
const wholeYears = (tx: Tx) =>
  tx
    .read()
    .selectFrom('courseYear')
    .innerJoin('course', 'course.id', 'courseYear.course')
    .leftJoinLateral(nextClass(tx).as('class'), (join) => join.onTrue())
    .select([
      'courseYear.id',
      'courseYear.course',
      'courseYear.year',
      'courseYear.day',
      'courseYear.starts',
      'courseYear.ends',
      'course.name',
      'course.picture',
      'class.date as nextDate',
      'class.starts as nextStarts',
      'class.ends as nextEnds',
    ])
    .select([
      instructorsOf('courseYear', 'mainInstructor').as('mainInstructor'),
      instructorsOf('courseYear', 'assistantInstructor').as('assistantInstructor'),
      instructorsOf('class', 'mainInstructor').as('nextMain'),
      instructorsOf('class', 'assistantInstructor').as('nextAssistant'),
      totalClass.as('totalClass'),
      hasAttendance.as('hasAttendance'),
      sql<string[]>`(select coalesce(json_agg(date order by date), '[]')
        from ${pendingDates(sql`course_year.id`)})`.as('pending'),
    ])

type YearRow = Awaited<ReturnType<ReturnType<typeof wholeYears>['execute']>>[number]

function nextOf({ nextDate, nextStarts, nextEnds, nextMain, nextAssistant }: YearRow): ScheduledYear['next'] {
  if (!nextDate || !nextStarts || !nextEnds) return null
  const duration = durationOf({ starts: nextStarts, ends: nextEnds })
  return { day: weekday(nextDate), duration, mainInstructor: nextMain, assistantInstructor: nextAssistant }
}

async function documentsOf(tx: Tx, rows: readonly YearRow[]): Promise<ScheduledYear[]> {
  const warnings = await yearWarnings(
    tx,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    _id: row.id,
    course: { _id: row.course, name: row.name, pictureDIR: pictureLink(tx, row.picture) },
    year: row.year,
    day: row.day,
    duration: durationOf(row),
    mainInstructor: row.mainInstructor,
    assistantInstructor: row.assistantInstructor,
    next: nextOf(row),
    totalClass: row.totalClass,
    pendingReplacementClass: row.pending.length,
    pendingReplacementClassDate: row.pending,
    hasAttendance: row.hasAttendance,
    warnings: warnings.get(row.id) ?? [],
  }))
}

export async function yearList(tx: Tx, filters: Filters): Promise<{ items: ScheduledYear[]; total: number }> {
  let query = yearIds(tx)
  query = search(query, filters.searchText, ['course.name'])
  if (filters.year !== undefined) query = query.where('courseYear.year', '=', filters.year)
  if (filters.course?.length) query = query.where('courseYear.course', 'in', filters.course)
  if (filters.courseIsDisable !== undefined) query = query.where('course.isDisable', '=', filters.courseIsDisable)
  // A year is removed, not disabled.
  if (filters.isDisable) query = query.where(sql<boolean>`false`)
  if (filters.instructor?.length) {
    const ofPlan = isTaughtBy('courseYear', filters.instructor)
    const toCome = sql<boolean>`exists (
      select ${ofYear} and class.date >= ${tx.today} and ${isTaughtBy('class', filters.instructor)})`
    query = query.where((is) => is.or([ofPlan, toCome]))
  }
  const fallback = [
    { field: 'year', descending: true },
    { field: 'course', descending: false },
  ]
  const ordered = orderBy(query, filters.sort, sortable(tx), fallback, 'courseYear.id')
  const { items: page, total } = await paged(ordered, filters)
  if (page.length === 0) return { items: [], total }
  const ids = page.map(({ id }) => id)
  const rows = await wholeYears(tx).where('courseYear.id', 'in', ids).execute()
  return { items: inOrderOf(page, await documentsOf(tx, rows)), total }
}

export async function yearById(tx: Tx, id: string): Promise<ScheduledYear> {
  const row = await wholeYears(tx).where('courseYear.id', '=', id).executeTakeFirst()
  const [year] = await documentsOf(tx, [found(row, 'Schedule')])
  return found(year, 'Schedule')
}
