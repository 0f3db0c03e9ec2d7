import { weekday } from '@academy/contract/courses/calendar.ts'
import type { ClassSession, schedule } from '@academy/contract/courses/schedule.ts'
import { daysOfYear } from '@academy/contract/reports/month.ts'
import { sql } from 'kysely'
import {
  anyCase,
  inCallersCentres,
  inOrderOf,
  isOver,
  isUnmarked,
  maybeEmpty,
  orderBy,
  paged,
  type Sortable,
  search,
  type Tx,
} from '../platform/data/index.ts'
import { pictureLink } from '../platform/files/index.ts'
import { type Call, found } from '../platform/http/index.ts'
import { instructorNames, instructorsOf } from './instructors.ts'
import { durationOf } from './schedule/time-range.ts'
import { classWarnings } from './schedule/warnings.ts'

type Filters = Call<typeof schedule.classes>['query']

const holiday = sql<string | null>`(
  select entry ->> 'holidayName' from holiday, jsonb_array_elements(holiday.holiday) as entry
  where not holiday.is_disable and holiday.year = extract(year from class.date) and entry ->> 'date' = class.date::text
  limit 1)`

const sortable: Sortable = {
  date: 'class.date',
  year: 'courseYear.year',
  day: sql`extract(dow from class.date)`,
  duration: sql`class.starts::text || class.ends::text`,
  course: anyCase('course.name'),
  mainInstructor: maybeEmpty(instructorNames('class', 'mainInstructor')),
  assistantInstructor: maybeEmpty(instructorNames('class', 'assistantInstructor')),
  isReplacement: 'class.isReplacement',
  isAttendanceTaken: 'class.isAttendanceTaken',
  replacementDate: maybeEmpty('class.replacementDate'),
  remark: maybeEmpty(anyCase('class.remark')),
  holiday: maybeEmpty(holiday),
}

const wholeClasses = (tx: Tx) =>
  tx
    .read()
    .selectFrom('class')
    .innerJoin('courseYear', 'courseYear.id', 'class.courseYear')
    .innerJoin('course', 'course.id', 'class.course')
    .select([
      'class.id',
      'class.date',
      'class.starts',
      'class.ends',
      'class.course',
      'class.isReplacement',
      'class.isAttendanceTaken',
      'class.replacementDate',
      'class.remark',
      'courseYear.year',
      'course.name',
      'course.picture',
    ])
    .select([
      instructorsOf('class', 'mainInstructor').as('mainInstructor'),
      instructorsOf('class', 'assistantInstructor').as('assistantInstructor'),
      holiday.as('holiday'),
    ])

type ClassRow = Awaited<ReturnType<ReturnType<typeof wholeClasses>['execute']>>[number]

async function documentsOf(tx: Tx, rows: readonly ClassRow[]): Promise<ClassSession[]> {
  const warnings = await classWarnings(
    tx,
    rows.map((row) => row.id),
  )
  const pictures = new Map(rows.map((row) => [row.picture, pictureLink(tx, row.picture)]))
  return rows.map((row) => ({
    _id: row.id,
    date: row.date,
    year: row.year,
    day: weekday(row.date),
    duration: durationOf(row),
    course: { _id: row.course, name: row.name, pictureDIR: pictures.get(row.picture) ?? null },
    mainInstructor: row.mainInstructor,
    assistantInstructor: row.assistantInstructor,
    isReplacement: row.isReplacement,
    isAttendanceTaken: row.isAttendanceTaken,
    replacementDate: row.replacementDate,
    remark: row.remark,
    holiday: row.holiday,
    warnings: warnings.get(row.id) ?? [],
  }))
}

/** Nobody remembers who came to a class longer ago. */
const unmarkedDays = 30

/** Over and not marked. */
const isOverdue = (tx: Tx) => sql<boolean>`${isUnmarked} and ${isOver(tx)}`

/** The same in the last 30 days. */
export const isLatelyOverdue = (tx: Tx) =>
  sql<boolean>`${isOverdue(tx)} and class.date >= ${tx.today}::date - ${unmarkedDays}::int`

/** Ids only: left joins that are neither searched nor sorted cost nothing, and the page is read in full afterwards. */
const classIds = (tx: Tx) =>
  tx
    .read()
    .selectFrom('class')
    .leftJoin('courseYear', 'courseYear.id', 'class.courseYear')
    .leftJoin('course', 'course.id', 'class.course')
    .where(inCallersCentres(tx, 'course.centre'))
    .select('class.id')

/**
 * A year's own classes, and one on its last day that makes up for a class of the next year, which begins there. A month is that of
 * the calendar.
 */
function isOfYear(year: number, month: number | undefined) {
  const { startDate, endDate } = daysOfYear(year, month)
  const isHeldThen = sql<boolean>`class.date between ${startDate}::date and ${endDate}::date`
  return month === undefined ? sql<boolean>`(course_year.year = ${year} or ${isHeldThen})` : isHeldThen
}

/** By date unless sorted otherwise; a caller restricted to centres sees only theirs. */
export async function classList(tx: Tx, filters: Filters): Promise<{ items: ClassSession[]; total: number }> {
  let query = classIds(tx)
  query = search(query, filters.searchText, ['course.name'])
  if (filters.course?.length) query = query.where('class.course', 'in', filters.course)
  if (filters.year !== undefined) query = query.where(isOfYear(filters.year, filters.month))
  else if (filters.month !== undefined) query = query.where(sql`extract(month from class.date)`, '=', filters.month)
  if (filters.courseIsDisable !== undefined) query = query.where('course.isDisable', '=', filters.courseIsDisable)
  if (filters.date) query = query.where('class.date', '=', filters.date)
  // A class is cancelled, not disabled.
  if (filters.isDisable) query = query.where(sql<boolean>`false`)
  if (filters.unmarked) query = query.where(filters.month === undefined ? isLatelyOverdue(tx) : isOverdue(tx))
  const fallback = [
    { field: 'date', descending: false },
    { field: 'duration', descending: false },
  ]
  const { items: page, total } = await paged(orderBy(query, filters.sort, sortable, fallback, 'class.id'), filters)
  if (page.length === 0) return { items: [], total }
  const ids = page.map(({ id }) => id)
  return { items: inOrderOf(page, await classesById(tx, ids)), total }
}

/** The classes with these ids, by date. */
export async function classesById(tx: Tx, ids: readonly string[]): Promise<ClassSession[]> {
  const rows = await wholeClasses(tx)
    .where('class.id', 'in', [...ids])
    .orderBy('class.date')
    .orderBy('class.starts')
    .orderBy('class.id')
    .execute()
  return documentsOf(tx, rows)
}

export async function classById(tx: Tx, id: string): Promise<ClassSession> {
  const [session] = await classesById(tx, [id])
  return found(session, 'Class')
}
