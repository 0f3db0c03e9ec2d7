import type { Course, courses } from '@academy/contract/courses/courses.ts'
import { sql } from 'kysely'
import { anyCase, orderBy, paged, type Sortable, search, type Tx } from '../platform/data/index.ts'
import { pictureLinks } from '../platform/files/index.ts'
import { type Call, found } from '../platform/http/index.ts'
import { inCallersCentres } from './courses.ts'
import { durationOf } from './schedule/date-range.ts'
import type { CourseListTables } from './tables.ts'

type Filters = Call<typeof courses.list>['query']

const namesOf = (isMain: boolean) => sql`(
  select string_agg(lower(coach.name), ', ' order by position)
  from course_instructor join coach on coach.id = course_instructor.coach
  where course_instructor.course = course.id and is_main = ${isMain})`

const sortable: Sortable = {
  name: anyCase('course.name'),
  sport: anyCase('sport.description'),
  courseType: anyCase('courseType.description'),
  centre: anyCase('centre.description'),
  normal: 'course.normal',
  normal2: 'course.normal2',
  special: 'course.special',
  free: 'course.free',
  unlimited: 'course.unlimited',
  duration: sql`course.starts || course.ends`,
  mainInstructor: namesOf(true),
  assistantInstructor: namesOf(false),
  isDisable: 'course.isDisable',
  createdAt: 'course.createdAt',
  updatedAt: 'course.updatedAt',
}

const instructors = (isMain: boolean) => sql<{ _id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('_id', coach.id, 'name', coach.name) order by position), '[]')
  from course_instructor join coach on coach.id = course_instructor.coach
  where course_instructor.course = course.id and is_main = ${isMain})`

const wholeCourses = (tx: Tx) =>
  tx
    .read<CourseListTables>()
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
    .select([instructors(true).as('mainInstructor'), instructors(false).as('assistantInstructor')])

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

/** Maintenance sees every course; who comes only to mark attendance sees those of the own centres. */
const visible = (tx: Tx) => {
  const query = wholeCourses(tx)
  return tx.by.can('course.view') ? query : query.where(inCallersCentres(tx, 'course.centre'))
}

const teaches = (ids: string[]) => sql<boolean>`exists (
  select from course_instructor where course_instructor.course = course.id and coach = any(${ids}::uuid[]))`

export async function courseList(tx: Tx, filters: Filters): Promise<{ items: Course[]; total: number }> {
  let query = visible(tx)
  query = search(query, filters.searchText, ['course.name'])
  if (filters.isDisable !== undefined) query = query.where('course.isDisable', '=', filters.isDisable)
  if (filters.unlimited !== undefined) query = query.where('course.unlimited', '=', filters.unlimited)
  if (filters.sport?.length) query = query.where('course.sport', 'in', filters.sport)
  if (filters.courseType?.length) query = query.where('course.courseType', 'in', filters.courseType)
  if (filters.centre?.length) query = query.where('course.centre', 'in', filters.centre)
  if (filters.instructor?.length) query = query.where(teaches(filters.instructor))
  const ordered = orderBy(query, filters.sort, sortable, [{ field: 'name', descending: false }], 'course.id')
  const { items, total } = await paged(ordered, filters)
  return { items: items.map((row) => documentOf(tx, row)), total }
}

/** 404 when there is none, or the caller may not see it. */
export const courseById = async (tx: Tx, id: string): Promise<Course> =>
  documentOf(tx, found(await visible(tx).where('course.id', '=', id).executeTakeFirst(), 'Course'))
