import type { Course, courses } from '@academy/contract/courses/courses.ts'
import { sql } from 'kysely'
import {
  anyCase,
  inCallersCentres,
  maybeEmpty,
  orderBy,
  paged,
  type Sortable,
  search,
  type Tx,
} from '../platform/data/index.ts'
import { pictureLinks } from '../platform/files/index.ts'
import { type Call, found } from '../platform/http/index.ts'
import { instructorNames, instructorsOf, isTaughtBy } from './instructors.ts'
import { durationOf } from './schedule/time-range.ts'

type Filters = Call<typeof courses.list>['query']

const sortable: Sortable = {
  name: anyCase('course.name'),
  sport: maybeEmpty(anyCase('sport.description')),
  courseType: maybeEmpty(anyCase('courseType.description')),
  centre: maybeEmpty(anyCase('centre.description')),
  normal: 'course.normal',
  normal2: 'course.normal2',
  special: maybeEmpty('course.special'),
  free: maybeEmpty('course.free'),
  unlimited: 'course.unlimited',
  duration: maybeEmpty(sql`course.starts::text || course.ends::text`),
  mainInstructor: maybeEmpty(instructorNames('course', 'mainInstructor')),
  assistantInstructor: maybeEmpty(instructorNames('course', 'assistantInstructor')),
  isDisable: 'course.isDisable',
  createdAt: 'course.createdAt',
  updatedAt: 'course.updatedAt',
}

const wholeCourses = (tx: Tx) =>
  tx
    .read()
    .selectFrom('course')
    .leftJoin('sport', 'sport.id', 'course.sport')
    .leftJoin('courseType', 'courseType.id', 'course.courseType')
    .leftJoin('centre', 'centre.id', 'course.centre')
    .selectAll('course')
    .select([
      'sport.description as sportName',
      'courseType.description as courseTypeName',
      'centre.description as centreName',
    ])
    .select([
      instructorsOf('course', 'mainInstructor').as('mainInstructor'),
      instructorsOf('course', 'assistantInstructor').as('assistantInstructor'),
    ])

type CourseRow = Awaited<ReturnType<ReturnType<typeof wholeCourses>['execute']>>[number]

const labelled = (id: string | null, description: string | null) =>
  id === null || description === null ? null : { _id: id, description }

const documentOf = (tx: Tx, row: CourseRow): Course => ({
  _id: row.id,
  name: row.name,
  ...pictureLinks(tx, row.picture),
  sport: labelled(row.sport, row.sportName),
  courseType: labelled(row.courseType, row.courseTypeName),
  centre: labelled(row.centre, row.centreName),
  normal: row.normal,
  normal2: row.normal2,
  special: row.special,
  free: row.free,
  unlimited: row.unlimited,
  duration: row.starts && row.ends ? durationOf({ starts: row.starts, ends: row.ends }) : null,
  mainInstructor: row.mainInstructor,
  assistantInstructor: row.assistantInstructor,
  isDisable: row.isDisable,
  is_protected: row.isProtected,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

/** With course.view every course; callers who only mark attendance see those of their centres. */
const visible = (tx: Tx) => {
  const query = wholeCourses(tx)
  return tx.by.can('course.view') ? query : query.where(inCallersCentres(tx, 'course.centre'))
}

export async function courseList(tx: Tx, filters: Filters): Promise<{ items: Course[]; total: number }> {
  let query = visible(tx)
  query = search(query, filters.searchText, ['course.name'])
  if (filters.isDisable !== undefined) query = query.where('course.isDisable', '=', filters.isDisable)
  if (filters.unlimited !== undefined) query = query.where('course.unlimited', '=', filters.unlimited)
  if (filters.sport?.length) query = query.where('course.sport', 'in', filters.sport)
  if (filters.courseType?.length) query = query.where('course.courseType', 'in', filters.courseType)
  if (filters.centre?.length) query = query.where('course.centre', 'in', filters.centre)
  if (filters.instructor?.length) query = query.where(isTaughtBy('course', filters.instructor))
  const ordered = orderBy(query, filters.sort, sortable, [{ field: 'name', descending: false }], 'course.id')
  const { items, total } = await paged(ordered, filters)
  return { items: items.map((row) => documentOf(tx, row)), total }
}

/** 404 when there is none, or the caller may not see it. */
export const courseById = async (tx: Tx, id: string): Promise<Course> =>
  documentOf(tx, found(await visible(tx).where('course.id', '=', id).executeTakeFirst(), 'Course'))

/** Undefined where the caller finds no such course. */
export const courseVersion = async (tx: Tx, id: string): Promise<string | undefined> => {
  const course = visible(tx).where('course.id', '=', id).select(sql<string>`course.row_version`.as('version'))
  return (await course.executeTakeFirst())?.version
}
